import { mount } from "svelte";
import "../theme.css";
import Console from "./Console.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no place for the console");
document.documentElement.classList.add("staff");
mount(Console, { target });
