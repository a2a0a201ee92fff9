import { mount } from "svelte";
import "../theme.css";
import SetUp from "./SetUp.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no place for what it shows");
mount(SetUp, { target });
