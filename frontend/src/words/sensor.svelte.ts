/** The words of a live table's chip sensor, in the language of the page. */
import { spoken } from "./language.svelte.ts";
import { sensorEn, type SensorWords } from "./sensor_en.ts";
import { sensorZh } from "./sensor_zh.ts";

export const sensorWords = spoken<SensorWords>(sensorEn, sensorZh);
