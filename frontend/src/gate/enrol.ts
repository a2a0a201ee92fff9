import { mount } from "svelte";
import "../theme.css";
import Enrol from "./Enrol.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no place for what it shows");
mount(Enrol, { target });
