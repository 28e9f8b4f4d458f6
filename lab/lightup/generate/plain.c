/* What the tactics A, B and C conclude about a board; plain.py calls it.

   A board is a string of rows that are all WIDTH long, with a border of black cells: '.' is white,
   'x' and '0' to '4' are black.  The sources of a run are its cells in which a bulb is possible. */

#include <stddef.h>

enum state { OPEN, BULB, EMPTY, BLACK };

struct run {
    int sources, last; /* their number, and the exclusive or of all: the last one when it is 1 */
    int is_lit;
};

struct board {
    int width, cells;
    const char *kinds;
    char *state;
    struct run *runs, **across, **down; /* the runs of each cell */
};

static void close_cell(struct board *board, int cell, enum state state)
{
    struct run *both[] = {board->across[cell], board->down[cell]};
    for (int i = 0; i < 2; i++) {
        both[i]->sources--;
        both[i]->last ^= cell;
    }
    board->state[cell] = state;
}

static void place_bulb(struct board *board, int bulb)
{
    const int steps[] = {-board->width, board->width, -1, 1};
    close_cell(board, bulb, BULB);
    board->across[bulb]->is_lit = board->down[bulb]->is_lit = 1;
    for (int i = 0; i < 4; i++)
        for (int cell = bulb + steps[i]; board->state[cell] != BLACK; cell += steps[i])
            if (board->state[cell] == OPEN)
                close_cell(board, cell, EMPTY);
}

/* A and B: the bulbs that the clue lacks are none, or as many as there are places for them. */
static int look_at_clue(struct board *board, int black)
{
    const int beside[] = {-board->width, -1, 1, board->width};
    int lacking = board->kinds[black] - '0', places = 0;
    for (int i = 0; i < 4; i++) {
        lacking -= board->state[black + beside[i]] == BULB;
        places += board->state[black + beside[i]] == OPEN;
    }
    if (!places || (lacking && lacking != places))
        return 0;
    for (int i = 0; i < 4; i++)
        if (board->state[black + beside[i]] == OPEN) {
            if (lacking)
                place_bulb(board, black + beside[i]);
            else
                close_cell(board, black + beside[i], EMPTY);
        }
    return 1;
}

/* C: a dark cell with one source left. */
static int look_at_white(struct board *board, int cell)
{
    const struct run *across = board->across[cell], *down = board->down[cell];
    int is_open = board->state[cell] == OPEN;
    if (across->is_lit || down->is_lit || across->sources + down->sources - is_open != 1)
        return 0;
    place_bulb(board, across->sources ? across->last : down->last);
    return 1;
}

/* Finds the runs; all white cells are open. */
static void set_up(struct board *board)
{
    struct run *next = board->runs;
    for (int cell = 0; cell < board->cells; cell++) {
        board->state[cell] = board->kinds[cell] == '.' ? OPEN : BLACK;
        if (board->state[cell] == BLACK)
            continue;
        int is_first = board->state[cell - 1] == BLACK;
        board->across[cell] = is_first ? next++ : board->across[cell - 1];
        int is_top = board->state[cell - board->width] == BLACK;
        board->down[cell] = is_top ? next++ : board->down[cell - board->width];
        if (is_first)
            *board->across[cell] = (struct run){0, 0, 0};
        if (is_top)
            *board->down[cell] = (struct run){0, 0, 0};
        struct run *both[] = {board->across[cell], board->down[cell]};
        for (int i = 0; i < 2; i++) {
            both[i]->sources++;
            both[i]->last ^= cell;
        }
    }
}

/* Writes the cells that are left open, row by row, and returns their number. */
int left_open(int width, int cells, const char *kinds, int *open)
{
    char state[cells];
    struct run runs[2 * cells], *across[cells], *down[cells];
    struct board board = {width, cells, kinds, state, runs, across, down};
    int is_changed, count = 0;

    set_up(&board);
    do {
        is_changed = 0;
        for (int cell = 0; cell < cells; cell++) {
            if (state[cell] != BLACK)
                is_changed |= look_at_white(&board, cell);
            else if (kinds[cell] != 'x')
                is_changed |= look_at_clue(&board, cell);
        }
    } while (is_changed);
    for (int cell = 0; cell < cells; cell++)
        if (state[cell] == OPEN)
            open[count++] = cell;
    return count;
}

/* Takes clues away, in this order, without which as much is concluded. */
void thin(int width, int cells, char *kinds, int clues, const int *order)
{
    int open[cells], least = left_open(width, cells, kinds, open);
    for (int i = 0; i < clues; i++) {
        char clue = kinds[order[i]];
        kinds[order[i]] = 'x';
        if (left_open(width, cells, kinds, open) > least)
            kinds[order[i]] = clue;
    }
}
