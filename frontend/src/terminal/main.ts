import { mount } from "svelte";
import "../theme.css";
import Terminal from "./Terminal.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no place for the terminal");
mount(Terminal, { target });
