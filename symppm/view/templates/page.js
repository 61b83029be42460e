"use strict";
(function () {
  var said = document.getElementById("said");

  // Pages opened from a file have no clipboard in some browsers: select, and let the browser copy.
  function copySelected(text) {
    var area = document.createElement("textarea");
    area.value = text;
    area.setAttribute("readonly", "");
    area.className = "hidden";
    var before = document.activeElement;
    document.body.appendChild(area);
    area.focus({ preventScroll: true });
    area.select();
    var done = false;
    try { done = document.execCommand("copy"); } catch (error) { done = false; }
    area.remove();
    if (before) { before.focus({ preventScroll: true }); }
    return done;
  }

  function show(button, done) {
    button.textContent = done ? "Copied" : "Select and copy";
    button.classList.add(done ? "done" : "failed");
    said.textContent = done ? "Copied." : "Copying is not allowed here; the text is selected.";
    window.setTimeout(function () {
      button.textContent = "Copy";
      button.classList.remove("done", "failed");
    }, 2500);
  }

  function select(element) {
    var range = document.createRange();
    range.selectNodeContents(element);
    var selection = window.getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
  }

  function fallBack(button, source) {
    var done = copySelected(source.textContent);
    if (!done) { select(source); }
    show(button, done);
  }

  document.querySelectorAll("button.copy").forEach(function (button) {
    var source = document.getElementById(button.dataset.copies);
    button.addEventListener("click", function () {
      if (!navigator.clipboard || !window.isSecureContext) {
        fallBack(button, source);
        return;
      }
      navigator.clipboard.writeText(source.textContent).then(
        function () { show(button, true); },
        function () { fallBack(button, source); }
      );
    });
  });

  // Derivations that are folded are printed too.
  var opened = [];
  window.addEventListener("beforeprint", function () {
    opened = Array.prototype.slice.call(document.querySelectorAll(".chapter:not([open])"));
    opened.forEach(function (each) { each.open = true; });
  });
  window.addEventListener("afterprint", function () {
    opened.forEach(function (each) { each.open = false; });
    opened = [];
  });
})();
