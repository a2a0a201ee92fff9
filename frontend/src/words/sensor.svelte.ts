/** The words of a live table's chip sensor, in the language of the page. */
import { speech } from "./language.svelte.ts";
import { sensorEn, type SensorWords } from "./sensor_en.ts";
import { sensorZh } from "./sensor_zh.ts";

class SensorSpeech {
  get words(): SensorWords {
    return speech.language === "zh" ? sensorZh : sensorEn;
  }
}

export const sensorWords = new SensorSpeech();
