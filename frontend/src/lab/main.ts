import { mount } from "svelte";
import "../theme.css";
import Lab from "./Lab.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no place for the lab");
document.documentElement.classList.add("staff");
mount(Lab, { target });
