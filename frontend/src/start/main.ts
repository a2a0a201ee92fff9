import { mount } from "svelte";
import "../theme.css";
import Audit from "./Audit.svelte";
import Start from "./Start.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no place for the start page");
document.documentElement.classList.add("staff");
const isAudit = new URLSearchParams(location.search).has("audit");
mount(isAudit ? Audit : Start, { target });
