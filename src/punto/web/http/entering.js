const enter = () => document.getElementById("enter").requestSubmit();
if (document.prerendering) document.addEventListener("prerenderingchange", enter, { once: true });
else enter();
