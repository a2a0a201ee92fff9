import { mount } from "svelte";
import "../theme.css";
import Wall from "./Wall.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no place for the wall");
document.documentElement.classList.add("display");
mount(Wall, { target });
