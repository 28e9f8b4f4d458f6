"""Draws the plots of a corpus as SVG pictures, by matplotlib."""

from pathlib import Path
from typing import Any

from lab.common.files import name_file_in_errors
from lab.corpus.extra import import_extra
from lab.corpus.summary import Summary

COLOURS = ("#4daf4a", "#377eb8", "#ff7f00", "#e41a1c", "#984ea3", "#a65628", "#999999")
SYMBOLS = ("o", "s", "^", "D", "v", "P", "X")  # for those who cannot tell the colours apart


def check_matplotlib() -> None:
    """Set matplotlib up; raise Unusable if it is not installed."""
    matplotlib = import_extra("matplotlib", "--plots")
    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "corpus", "font.size": 11})


def draw_plots(summary: Summary, folder: Path) -> None:
    """Write sizes.svg, and with ratings steps.svg, into a folder; raises Unusable."""
    from matplotlib import pyplot

    pictures = {"sizes.svg": plot_sizes}
    if summary.labels:
        pictures["steps.svg"] = plot_steps
    with name_file_in_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for name, draw in pictures.items():
            figure, axes = pyplot.subplots(figsize=(7, 4.5), layout="constrained")
            draw(summary, axes)
            axes.legend(frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
            axes.spines[["top", "right"]].set_visible(False)
            figure.savefig(folder / name, metadata={"Date": None})
            pyplot.close(figure)


def plot_sizes(summary: Summary, axes: Any) -> None:
    """Draw the share of each label, or of each verdict without ratings, by size."""
    sizes = sorted(summary.counts_by_size)
    names, counters = list(map(str, sizes)), [summary.counts_by_size[size] for size in sizes]
    bottom = [0.0] * len(sizes)
    for category, colour in zip(summary.categories, COLOURS):
        shares = [100 * counts[category] / counts.total() for counts in counters]
        axes.bar(names, shares, 0.8, bottom, label=category, color=colour, edgecolor="white")
        bottom = [low + share for low, share in zip(bottom, shares)]
    for place, counts in enumerate(counters):
        axes.text(place, 101, f"{counts.total():,}", ha="center", fontsize=8, color="#555555")
    axes.set(xlabel="longer side, cells", ylabel="share of the puzzles, %", ylim=(0, 106))
    axes.set_title("Difficulty by size" if summary.labels else "Verdicts by size", pad=14)


def plot_steps(summary: Summary, axes: Any) -> None:
    """Draw the steps of a person for each cell, by the share of given cells, such as walls."""
    rows = [row for row in summary.sample if None not in (row.get("steps"), row.get("given"))]
    for category, colour, symbol in zip(summary.categories, COLOURS, SYMBOLS):
        points = []
        for row in rows:
            if summary.find_category(row) == category:
                cells = row["height"] * row["width"]
                points.append((100 * row["given"] / cells, row["steps"] / cells))
        if points:
            style = {"color": colour, "marker": symbol, "linewidths": 0}
            axes.scatter(*zip(*points), s=14, alpha=0.6, label=category, **style)
    axes.set(xlabel="given cells, %", ylabel="steps for a cell", title="Given cells and steps")
