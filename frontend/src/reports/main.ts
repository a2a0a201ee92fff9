import { mount } from "svelte";
import "../theme.css";
import Reports from "./Reports.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no place for the reports");
document.documentElement.classList.add("staff", "reports");
mount(Reports, { target });
