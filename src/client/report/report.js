// Draws each chart from the table behind it. D3 is inlined before this script; nothing else is there, and nothing is fetched.
(function () {
  "use strict";

  const figure = { small: 470, large: 940 };
  const letter = 6.9;
  let patterns = 0;

  // What a chart draws: the table's heads, and of each row its name, its numbers (NaN for none) and their texts.
  function read(chart) {
    const table = chart.querySelector("table");
    const cells = (row) => Array.from(row.cells);
    const head = cells(table.tHead.rows[0]).map((cell) => cell.textContent);
    const rows = Array.from(table.tBodies[0].rows, (row) => {
      const [name, ...rest] = cells(row);
      return {
        name: name.textContent,
        values: rest.map((cell) => (cell.dataset.v === undefined ? NaN : Number(cell.dataset.v))),
        texts: rest.map((cell) => cell.textContent),
      };
    });
    return { head, rows, width: chart.classList.contains("small") ? figure.small : figure.large };
  }

  // A picture with its text alternative.
  function picture(chart, width, height) {
    const svg = d3.select(chart.querySelector(".plot")).append("svg")
      .attr("viewBox", `0 0 ${width} ${height}`).attr("role", "img")
      .attr("aria-labelledby", `${chart.id}-title ${chart.id}-desc`);
    svg.append("title").attr("id", `${chart.id}-title`).text(chart.querySelector("figcaption").textContent);
    svg.append("desc").attr("id", `${chart.id}-desc`).text(chart.dataset.description);
    return svg;
  }

  // Stripes tell the series apart without colour.
  function stripes(svg) {
    const id = `stripes-${++patterns}`;
    const pattern = svg.append("defs").append("pattern").attr("id", id)
      .attr("width", 6).attr("height", 6).attr("patternUnits", "userSpaceOnUse").attr("patternTransform", "rotate(45)");
    pattern.append("rect").attr("width", 6).attr("height", 6).attr("class", "source-fill");
    pattern.append("rect").attr("width", 2).attr("height", 6).attr("class", "source-stripe");
    return `url(#${id})`;
  }

  function thousands(number) {
    if (Math.abs(number) >= 1e6) return `${d3.format("~r")(Math.round(number / 1e5) / 10)} M`;
    return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
  }

  const percent = (share) => `${Math.round(share * 1000) / 10} %`;
  const isShare = (data) => data.rows.some((row) => row.texts.some((text) => text.endsWith("%")));
  const greatest = (data, columns) => d3.max(data.rows, (row) => d3.max(columns, (column) => row.values[column])) || 1;

  function cut(text, width) {
    const most = Math.max(3, Math.floor(width / letter));
    return text.length > most ? `${text.slice(0, most - 1)}…` : text;
  }

  function label(group, text, x, y, options) {
    const made = group.append("text").attr("x", x).attr("y", y).text(options.width ? cut(text, options.width) : text);
    if (options.anchor) made.attr("text-anchor", options.anchor);
    if (options.class) made.attr("class", options.class);
    if (options.rotate) made.attr("transform", `rotate(${options.rotate},${x},${y})`);
    return made;
  }

  // Names of the series, each with what it is drawn with.
  function legend(svg, entries, x, y) {
    const group = svg.append("g").attr("class", "legend");
    entries.forEach((entry) => {
      entry.mark(group, x, y);
      label(group, entry.name, x + 18, y + 4, {});
      x += 18 + entry.name.length * letter + 22;
    });
  }

  const swatch = (fill, name) => (group, x, y) => {
    const mark = group.append("rect").attr("x", x).attr("y", y - 6).attr("width", 12).attr("height", 12).attr("class", name);
    if (fill) mark.attr("fill", fill);
  };

  // One series is the release's; of two, the first is the source's.
  function series(data, svg) {
    const columns = d3.range(data.head.length - 1).slice(0, 2);
    if (columns.length === 1) return [{ column: 0, name: data.head[1], class: "release", fill: null }];
    const fill = stripes(svg);
    return [
      { column: 0, name: data.head[1], class: "source", fill },
      { column: 1, name: data.head[2], class: "release", fill: null },
    ];
  }

  function bars(chart, data) {
    const count = Math.min(2, data.head.length - 1);
    const thick = count === 1 ? 17 : 12;
    const step = thick * count + 8;
    const top = count === 1 ? 8 : 30;
    const height = top + step * data.rows.length + 8;
    const svg = picture(chart, data.width, height);
    const all = series(data, svg);
    const longest = d3.max(data.rows, (row) => row.name.length) || 1;
    const left = Math.min(data.width * 0.42, longest * letter + 14);
    const right = 16 + (d3.max(data.rows, (row) => d3.max(row.texts, (text) => text.length)) || 4) * letter;
    const x = d3.scaleLinear().domain([0, greatest(data, all.map((one) => one.column))]).range([left, data.width - right]);
    if (count > 1) legend(svg, all.map((one) => ({ name: one.name, mark: swatch(one.fill, one.class) })), left, 12);
    data.rows.forEach((row, place) => {
      const y = top + place * step;
      label(svg, row.name, left - 8, y + (thick * count) / 2 + 4, { anchor: "end", width: left - 10 });
      all.forEach((one, series) => {
        const value = row.values[one.column];
        if (Number.isNaN(value)) return;
        const bar = svg.append("rect").attr("class", one.class).attr("x", left).attr("y", y + series * thick)
          .attr("width", Math.max(0, x(value) - left)).attr("height", thick - 1);
        if (one.fill) bar.attr("fill", one.fill);
        bar.append("title").text(`${row.name}, ${one.name}: ${row.texts[one.column]}`);
        label(svg, row.texts[one.column], x(value) + 5, y + series * thick + thick / 2 + 4, { class: "figure" });
      });
    });
    svg.append("line").attr("class", "axis").attr("x1", left).attr("x2", left).attr("y1", top - 4).attr("y2", height - 6);
  }

  function leftAxis(svg, y, left, right, share) {
    y.ticks(4).filter((tick) => share || Number.isInteger(tick)).forEach((tick) => {
      svg.append("line").attr("class", "grid").attr("x1", left).attr("x2", right).attr("y1", y(tick)).attr("y2", y(tick));
      label(svg, share ? percent(tick) : thousands(tick), left - 6, y(tick) + 4, { anchor: "end", class: "figure" });
    });
  }

  function columns(chart, data) {
    const count = Math.min(2, data.head.length - 1);
    const longest = d3.max(data.rows, (row) => row.name.length) || 1;
    const right = data.width - 8;
    const turned = longest * letter > (right - 58) / data.rows.length - 4;
    // Names that are turned reach to the left of the first column.
    const name = Math.min(170, longest * letter);
    const left = turned ? Math.max(58, name * 0.79 - 8) : 58;
    const below = turned ? name * 0.64 + 20 : 26;
    const top = count === 1 ? 24 : 34;
    const height = 230 + below;
    const svg = picture(chart, data.width, height);
    const all = series(data, svg);
    const y = d3.scaleLinear().domain([0, greatest(data, all.map((one) => one.column))]).nice(4).range([height - below, top]);
    const x = d3.scaleBand().domain(d3.range(data.rows.length)).range([left, right]).paddingInner(0.12).paddingOuter(0.06);
    if (count > 1) legend(svg, all.map((one) => ({ name: one.name, mark: swatch(one.fill, one.class) })), left, 12);
    else if (chart.dataset.y || chart.dataset.x) label(svg, chart.dataset.y || chart.dataset.x, left - 50, 12, { class: "figure" });
    leftAxis(svg, y, left, right, false);
    data.rows.forEach((row, place) => {
      const width = x.bandwidth() / count;
      all.forEach((one, series) => {
        const value = row.values[one.column];
        if (Number.isNaN(value)) return;
        const bar = svg.append("rect").attr("class", one.class).attr("x", x(place) + series * width).attr("y", y(value))
          .attr("width", Math.max(1, width - 1)).attr("height", y(0) - y(value));
        if (one.fill) bar.attr("fill", one.fill);
        bar.append("title").text(`${row.name}, ${one.name}: ${row.texts[one.column]}`);
      });
      const middle = x(place) + x.bandwidth() / 2;
      if (turned) label(svg, cut(row.name, 170), middle + 4, height - below + 14, { anchor: "end", rotate: -38 });
      else label(svg, row.name, middle, height - below + 16, { anchor: "middle" });
    });
    svg.append("line").attr("class", "axis").attr("x1", left).attr("x2", right).attr("y1", y(0)).attr("y2", y(0));
  }

  // The darker a cell, the larger its share of the row; the page says so below the picture.
  function heat(chart, data) {
    const names = data.head.slice(1);
    const longest = d3.max(data.rows, (row) => row.name.length) || 1;
    const left = Math.min(180, Math.max(longest, data.head[0].length + 2) * letter + 12);
    const most = d3.max(names, (name) => name.length) || 1;
    const turned = most * letter > (data.width - left - 6) / names.length - 4;
    const right = turned ? Math.max(6, Math.min(135, most * letter * 0.8) - 30) : 6;
    const room = (data.width - left - right) / names.length;
    const above = (turned ? Math.min(124, most * letter * 0.64 + 14) : 20) + 22;
    const tall = 26;
    const bottom = above + tall * data.rows.length + 6;
    const svg = picture(chart, data.width, bottom + 26);
    [0, 0.25, 0.5, 0.75, 1].forEach((share, place) => {
      svg.append("rect").attr("class", "key").attr("x", 170 + 48 * place).attr("y", bottom + 4).attr("width", 48).attr("height", 10).attr("fill-opacity", 0.05 + 0.95 * share);
      label(svg, percent(share), 170 + 48 * (place + 0.5), bottom + 25, { anchor: "middle", class: "figure" });
    });
    label(svg, "shade: share of the row", 8, bottom + 14, { class: "figure" });
    label(svg, `${chart.dataset.y} ↓`, left - 8, above - 8, { anchor: "end", class: "figure", width: left });
    label(svg, `${chart.dataset.x} →`, left, 14, { class: "figure" });
    names.forEach((name, column) => {
      const middle = left + room * (column + 0.5);
      if (turned) label(svg, cut(name, 170), middle - 4, above - 6, { rotate: -38 });
      else label(svg, name, middle, above - 8, { anchor: "middle" });
    });
    data.rows.forEach((row, place) => {
      const sum = d3.sum(row.values) || 1;
      const y = above + place * tall;
      label(svg, row.name, left - 8, y + tall / 2 + 4, { anchor: "end", width: left - 8 });
      row.values.forEach((value, column) => {
        const share = value / sum;
        const cell = svg.append("rect").attr("class", "cell").attr("x", left + room * column + 1).attr("y", y + 1)
          .attr("width", room - 2).attr("height", tall - 2).attr("fill-opacity", 0.05 + 0.95 * share);
        cell.append("title").text(`${row.name}, ${names[column]}: ${row.texts[column]} (${percent(share)} of the row)`);
        const text = row.texts[column].length * letter > room && value >= 1000 ? d3.format(".2s")(value) : row.texts[column];
        label(svg, cut(text, room + letter), left + room * (column + 0.5), y + tall / 2 + 4,
          { anchor: "middle", class: share > 0.65 ? "on-cell" : "in-cell" });
      });
    });
  }

  // What an attack gains by the release: a line from its success without the release to that with it.
  function attacks(chart, data) {
    const step = 30;
    const top = 34;
    const longest = d3.max(data.rows, (row) => row.name.length) || 1;
    const left = Math.min(330, longest * letter + 16);
    const height = top + step * data.rows.length + 40;
    const svg = picture(chart, data.width, height);
    const right = data.width - 124;
    const x = d3.scaleLinear().domain([0, 1]).range([left, right]);
    const dot = (group, name, at, y) => group.append("circle").attr("class", name).attr("cx", at).attr("cy", y).attr("r", 5.5);
    legend(svg, [
      { name: data.head[2].toLowerCase() + " the release", mark: (group, at, y) => dot(group, "without", at + 6, y) },
      { name: data.head[1].toLowerCase(), mark: (group, at, y) => dot(group, "risk", at + 6, y) },
    ], left, 12);
    x.ticks(5).forEach((tick) => {
      svg.append("line").attr("class", "grid").attr("x1", x(tick)).attr("x2", x(tick)).attr("y1", top - 6).attr("y2", height - 36);
      label(svg, percent(tick), x(tick), height - 22, { anchor: "middle", class: "figure" });
    });
    label(svg, chart.dataset.x, right, height - 6, { anchor: "end", class: "figure" });
    data.rows.forEach((row, place) => {
      const [value, without] = row.values;
      const y = top + place * step + step / 2;
      label(svg, row.name, left - 10, y + 4, { anchor: "end", width: left - 12 });
      if (!Number.isNaN(without)) {
        svg.append("line").attr("class", "gain").attr("x1", x(without)).attr("x2", x(value)).attr("y1", y).attr("y2", y);
        dot(svg, "without", x(without), y);
      }
      dot(svg, "risk", x(value), y).append("title").text(`${row.name}: ${row.texts[0]} with the release, ${row.texts[1]} without`);
      label(svg, `${row.texts[1]} → ${row.texts[0]}`, right + 14, y + 4, { class: "figure" });
    });
  }

  // Points to which none is better in both directions, from the left.
  function frontier(points) {
    return points.filter((one) => !points.some((other) => other.x <= one.x && other.y <= one.y && (other.x < one.x || other.y < one.y)))
      .sort((one, other) => one.x - other.x || one.y - other.y);
  }

  function scatter(chart, data) {
    const left = 70;
    const top = 34;
    const height = 380;
    const svg = picture(chart, data.width, height);
    const points = data.rows.map((row, place) => ({ row, number: place + 1, x: row.values[0], y: row.values[1] }));
    const x = d3.scaleLinear().domain([0, d3.max(points, (one) => one.x) * 1.08 || 1]).nice().range([left, data.width - 30]);
    const y = d3.scaleLinear().domain([0, d3.max(points, (one) => one.y) * 1.08 || 1]).nice().range([height - 50, top]);
    leftAxis(svg, y, left, data.width - 30, true);
    x.ticks(6).forEach((tick) => label(svg, percent(tick), x(tick), height - 32, { anchor: "middle", class: "figure" }));
    label(svg, chart.dataset.x, data.width - 30, height - 10, { anchor: "end" });
    label(svg, chart.dataset.y, 6, 16, {});
    const best = frontier(points);
    svg.append("path").attr("class", "frontier").attr("d", d3.line().x((one) => x(one.x)).y((one) => y(one.y))(best));
    points.forEach((one) => {
      const dot = svg.append("circle").attr("cx", x(one.x)).attr("cy", y(one.y)).attr("r", 6).attr("class", best.includes(one) ? "release" : "behind");
      dot.append("title").text(`${one.row.name}: ${one.row.texts[0]}, ${one.row.texts[1]}`);
      label(svg, one.row.name.split(":")[0], x(one.x) + 9, y(one.y) - 6, { class: "figure" });
    });
    legend(svg, [
      { name: "on the frontier", mark: (group, at, y0) => group.append("circle").attr("class", "release").attr("cx", at + 6).attr("cy", y0).attr("r", 5.5) },
      { name: "another one is better in both", mark: (group, at, y0) => group.append("circle").attr("class", "behind").attr("cx", at + 6).attr("cy", y0).attr("r", 5.5) },
    ], data.width - 400, 12);
    svg.append("line").attr("class", "axis").attr("x1", left).attr("x2", data.width - 30).attr("y1", y(0)).attr("y2", y(0));
  }

  const shapes = [d3.symbolCircle, d3.symbolSquare, d3.symbolTriangle, d3.symbolDiamond];
  const dashes = ["", "7 4", "2 4", "9 3 2 3"];

  function panel(svg, data, list, top, bottom, x, left, width) {
    const y = d3.scaleLinear().domain([0, greatest(data, list)]).nice(4).range([bottom, top]);
    leftAxis(svg, y, left, width - 10, false);
    list.forEach((column) => {
      const drawn = data.rows.map((row, place) => ({ place, value: row.values[column], row })).filter((one) => !Number.isNaN(one.value));
      svg.append("path").attr("class", `line line-${column}`).attr("stroke-dasharray", dashes[column])
        .attr("d", d3.line().x((one) => x(one.place)).y((one) => y(one.value))(drawn));
      if (drawn.length > 60) return;
      drawn.forEach((one) => {
        const mark = svg.append("path").attr("class", `mark line-${column}`).attr("d", d3.symbol().type(shapes[column]).size(48)())
          .attr("transform", `translate(${x(one.place)},${y(one.value)})`);
        mark.append("title").text(`${data.head[0]} ${one.row.name}, ${data.head[column + 1]}: ${one.row.texts[column]}`);
      });
    });
    svg.append("line").attr("class", "axis").attr("x1", left).attr("x2", width - 10).attr("y1", y(0)).attr("y2", y(0));
  }

  // The first series has a panel of its own: it is much larger than the others.
  function lines(chart, data) {
    const left = 64;
    const svg = picture(chart, data.width, 400);
    const x = d3.scalePoint().domain(d3.range(data.rows.length)).range([left + 10, data.width - 20]).padding(0.2);
    const names = data.head.slice(1);
    legend(svg, names.map((name, column) => ({
      name,
      mark: (group, at, y) => {
        group.append("line").attr("class", `line line-${column}`).attr("stroke-dasharray", dashes[column]).attr("x1", at - 8).attr("x2", at + 14).attr("y1", y).attr("y2", y);
        group.append("path").attr("class", `mark line-${column}`).attr("d", d3.symbol().type(shapes[column]).size(48)()).attr("transform", `translate(${at + 3},${y})`);
      },
    })), left, 14);
    panel(svg, data, [0], 44, 180, x, left, data.width);
    if (names.length > 1) panel(svg, data, d3.range(1, names.length), 222, 350, x, left, data.width);
    const every = Math.ceil(data.rows.length / 26);
    data.rows.forEach((row, place) => {
      if (place % every === 0) label(svg, row.name, x(place), 370, { anchor: "middle" });
    });
    label(svg, chart.dataset.x, data.width - 10, 390, { anchor: "end" });
  }

  const kinds = { bars, columns, heat, attacks, scatter, lines };
  document.querySelectorAll("figure.chart").forEach((chart) => {
    const draw = kinds[chart.dataset.kind];
    const data = read(chart);
    if (draw && data.rows.length > 0) draw(chart, data);
  });
  // On paper nothing can be opened.
  window.addEventListener("beforeprint", () => document.querySelectorAll("main details:not(figure details)").forEach((one) => { one.open = true; }));
  document.documentElement.classList.add("drawn");
})();
