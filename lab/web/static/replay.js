// Steps through the scenes of a solution or an explanation, forwards and back.

import { byId } from "./page.js";

export class Replay {
  /** `show` is called with a scene, and with null when the player closes the replay. */
  constructor(show) {
    this.show = show;
    this.scenes = [];
    byId("back").addEventListener("click", () => this.showStep(this.step - 1));
    byId("forth").addEventListener("click", () => this.showStep(this.step + 1));
    byId("step").addEventListener("input", () => this.showStep(Number(byId("step").value)));
    byId("leave").addEventListener("click", () => {
      this.close();
      show(null);
    });
  }

  /** Shows the first of some scenes, with the buttons if there are several. */
  open(scenes) {
    this.scenes = scenes;
    byId("player").hidden = scenes.length < 2;
    byId("step").max = scenes.length - 1;
    this.showStep(0);
  }

  showStep(number) {
    const last = this.scenes.length - 1;
    this.step = Math.min(Math.max(number, 0), last);
    byId("step").value = this.step;
    byId("step").setAttribute("aria-valuetext", `${this.step} of ${last}`);
    byId("back").disabled = this.step === 0;
    byId("forth").disabled = this.step === last;
    this.show(this.scenes[this.step]);
  }

  close() {
    byId("player").hidden = true;
    this.scenes = [];
  }
}
