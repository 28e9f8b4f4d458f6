// Steps through the scenes of a solution or an explanation, forwards and back.

import { by } from "./page.js";

export class Replay {
  /** `show` is called with a scene, `leave` when the player closes it. */
  constructor({ show, leave }) {
    this.show = show;
    this.scenes = [];
    by("back").addEventListener("click", () => this.to(this.now - 1));
    by("forth").addEventListener("click", () => this.to(this.now + 1));
    by("step").addEventListener("input", () => this.to(Number(by("step").value)));
    by("leave").addEventListener("click", () => {
      this.close();
      leave();
    });
  }

  /** Shows the first of some scenes, with the buttons if there are several. */
  open(scenes) {
    this.scenes = scenes;
    by("player").hidden = scenes.length < 2;
    by("step").max = scenes.length - 1;
    this.to(0);
  }

  to(number) {
    this.now = Math.min(Math.max(number, 0), this.scenes.length - 1);
    by("step").value = this.now;
    by("step").setAttribute("aria-valuetext", `${this.now} of ${this.scenes.length - 1}`);
    by("back").disabled = this.now === 0;
    by("forth").disabled = this.now === this.scenes.length - 1;
    this.show(this.scenes[this.now]);
  }

  close() {
    by("player").hidden = true;
    this.scenes = [];
  }
}
