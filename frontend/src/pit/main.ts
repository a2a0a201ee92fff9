import { mount } from "svelte";
import "../theme.css";
import Pit from "./Pit.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no place for the pit");
document.documentElement.classList.add("staff");
mount(Pit, { target });
