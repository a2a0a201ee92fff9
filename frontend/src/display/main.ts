import { mount } from "svelte";
import "../theme.css";
import Display from "./Display.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no place for the display");
document.documentElement.classList.add("display");
mount(Display, { target });
