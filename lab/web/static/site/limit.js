// The time limit of the task that a worker runs.

let timer;

/** Calls `end` after some seconds, unless the next task begins before; null stands for no task. */
export function limitTask(task, seconds, end) {
  clearTimeout(timer);
  if (task) timer = setTimeout(end, 1000 * seconds);
}
