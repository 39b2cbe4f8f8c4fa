"""The style sheet of all pages, for light and dark."""

from __future__ import annotations

from event_scoring.report.categories import CATEGORIES

_COLOURS = "".join(f'.es-k-{key}{{--c:{kind.colour};--sign:"{kind.sign} "}}' for key, kind in CATEGORIES.items())
MOST_COLUMNS = 40
"""Words of a grid of lanes."""
_COLUMNS = range(1, MOST_COLUMNS + 1)
LANE, USUAL_SYSTEMS, FARTHEST = 30, 20, 600
"""How high the lane of a system with one row of labels is, in pixels; of how many systems the style knows the lanes; and
how far from the words a part may stand."""
_GRIDS = (
    "".join(f".es-g>span:nth-child({at}){{grid-column:{at}}}.es-g>.g{at}{{grid-column:{at}/-1}}" for at in _COLUMNS)
    + "".join(f'.es-g .s{at}{{--t:{LANE * at};--of:"{at + 1} "}}' for at in range(USUAL_SYSTEMS))
    + "".join(f".es-g .t{at}{{--t:{at}}}.es-g .h{at}{{--s:{at}}}" for at in range(FARTHEST + 1))
)
"""Where parts of grids stand: their column, lane and row; classes keep pages small."""
_OF_CHAINS = ("#0072B2", "#B5480B", "#00795A", "#A0457A", "#6A4C93", "#7A5C00", "#3B6978", "#8A2F3B")
_CHAINS = "".join(
    f".es-l u.es-c{place}{{--chain:{colour}}}.es-lanes:has(.es-l.es-c{place}:hover) :is(.es-l,.es-g i,.es-g>span>u):not(.es-c{place}){{opacity:.25}}"
    for place, colour in enumerate(_OF_CHAINS)
)
"""A pointer on a mark of a chain leaves only the chain."""

STYLE = (
    """
:root{--es-bg:#fff;--es-panel:#f6f7f9;--es-ink:#16181d;--es-soft:#5b6270;--es-rule:#d9dce2;--es-accent:#0b62a8;--es-tint:24%}
@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light]){--es-bg:#14161a;--es-panel:#1d2026;--es-ink:#e8eaee;--es-soft:#a3aab6;--es-rule:#363b45;--es-accent:#7cc0ff;--es-tint:42%}}
@media screen{.dark,:root[data-theme=dark]{--es-bg:#14161a;--es-panel:#1d2026;--es-ink:#e8eaee;--es-soft:#a3aab6;--es-rule:#363b45;--es-accent:#7cc0ff;--es-tint:42%}}
"""
    + _COLOURS
    + _CHAINS
    + _GRIDS
    + """
.es-lanes{position:relative;color:var(--es-ink);background:var(--es-bg);font:16px/20px system-ui,"Noto Sans",sans-serif;line-height:28px;word-spacing:2px;padding:.5rem .8rem;white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid var(--es-rule);border-radius:6px}
.es-g{--n:1;margin:29px 0 34px;display:inline-grid;grid-template-columns:repeat(var(--n),minmax(0,max-content)) minmax(0,1fr);grid-template-rows:auto 0;max-width:100%;line-height:20px;vertical-align:baseline}
.es-g.es-on{grid-template-columns:repeat(var(--n),minmax(0,max-content))}
.es-g>span{grid-row:1;position:relative;min-width:0;align-self:baseline;white-space:pre-wrap}
.es-g>span>span{position:relative;display:inline-block;max-width:100%}
.es-g i{--t:0;--x:0;--s:-10;top:calc(-6px - 1px*var(--t));position:absolute;inset-inline:calc(1px*var(--x)) 0;height:4px;background:var(--c,var(--es-soft))}
.es-g i.es-p{top:calc(100% + 2px + 1px*var(--t))}
.es-g i.es-gap{height:0;background:none;border-top:2px dotted var(--c,var(--es-soft));margin-top:1px;inset-inline-start:-6px}
.es-g i:is(.es-k-missed,.es-k-spurious):not(.es-gap){background:repeating-linear-gradient(90deg,var(--c) 0 5px,transparent 5px 7px)}
.es-g>span>u{--t:0;--u:0;--x:-4;position:absolute;inset-inline-start:calc(1px*var(--x));top:calc(-4px - 1px*var(--u));bottom:calc(-4px - 1px*var(--t));width:4px;box-sizing:border-box;border:solid var(--c,var(--es-soft));border-width:1.5px 0;border-inline-start-width:1.5px;pointer-events:none}
.es-g i::before{content:"";bottom:100%;position:absolute;inset-inline-start:0;height:calc(1px*var(--s) + 10px);border-inline-start:1.5px solid var(--c,var(--es-soft))}
.es-g i.es-p::before{top:100%;bottom:auto}
.es-l{--t:0;--of:"";grid-area:1/1/auto/-1;align-self:start;justify-self:start;position:relative;z-index:1;top:calc(-25px - 1px*var(--t));box-sizing:border-box;min-width:0;max-width:calc(100% - 3px);height:17px;margin-inline-end:3px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;padding:0 5px;border:1px solid var(--c,var(--es-soft));border-radius:8px;background:color-mix(in srgb,var(--c,var(--es-soft)) var(--es-tint),var(--es-bg));font:400 11px/15px system-ui,"Noto Sans",sans-serif;word-spacing:0;user-select:none}
.es-l.es-p{grid-row:2;top:calc(8px + 1px*var(--t));background:var(--es-bg)}
.es-l.es-w{font-weight:600}
.es-l::before{content:var(--of) var(--sign,"");font-weight:700}
.es-l b{font-weight:700}
.es-l small{font-size:10px}
.es-l u{text-decoration:none;font-weight:700;padding:0 4px;border-radius:7px;color:#fff;background:var(--chain)}
.es-stack{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.6rem}
.es-names{position:sticky;top:.5rem;align-self:start;max-width:11rem;font:13px/1.5 system-ui,sans-serif;color:var(--es-ink);overflow-wrap:anywhere}
.es-names span{display:block;margin-top:.5rem;border-top:4px solid var(--es-soft)}
.es-names ol{margin:.4rem 0 0;padding-inline-start:1.3em}
.es-names li::marker{font-weight:700;color:var(--es-soft)}
@media (max-width:48rem){.es-stack{grid-template-columns:minmax(0,1fr)}.es-names{position:static;display:flex;flex-wrap:wrap;gap:.2rem 1rem;max-width:none}.es-names ol{display:flex;flex-wrap:wrap;gap:0 2rem;margin:0}}
.er-item em{font-style:normal;font-weight:700}
.es-code{font:600 .7em/1 ui-monospace,monospace;border:1px solid currentColor;border-radius:3px;padding:0 2px;margin:0 1px;vertical-align:middle;white-space:nowrap;user-select:none}
.es-id{color:var(--es-soft);font-family:ui-monospace,monospace;font-size:.85em}
.es-legend{display:flex;flex-wrap:wrap;gap:.35rem .6rem;align-items:center;font:13px/1.6 system-ui,sans-serif;color:var(--es-ink)}
.es-badge{display:inline-flex;gap:.3em;align-items:baseline;border:1px solid var(--c,var(--es-rule));border-radius:1em;padding:0 .6em;font:13px/1.6 system-ui,sans-serif;color:var(--es-ink);background:color-mix(in srgb,var(--c,#888) 10%,var(--es-bg));white-space:nowrap}
.es-badge b{min-width:1em;text-align:center}
.es-count{color:var(--es-soft);font-variant-numeric:tabular-nums}
.es-swatch{border:0 solid var(--es-soft);padding:0 .2em}
.es-swatch.es-r{border-top-width:4px}
.es-swatch.es-p{border-bottom-width:4px}
.es-scroll{overflow-x:auto;max-width:100%;margin:.3rem 0 .6rem}
.es-table{border-collapse:collapse;font:14px/1.5 system-ui,sans-serif;color:var(--es-ink)}
.es-table th,.es-table td{padding:.2rem .7rem .2rem 0;text-align:start;vertical-align:top;border-bottom:1px solid var(--es-rule);font-weight:400;overflow-wrap:break-word}
.es-table a{color:var(--es-accent)}
.es-table thead th{color:var(--es-soft);border-bottom:2px solid var(--es-rule);white-space:nowrap;overflow-wrap:normal}
.es-table.es-tight td{white-space:nowrap}
.es-table.es-tight tbody th{min-width:7rem}
.es-table.es-compared th{min-width:6.2rem;overflow-wrap:anywhere;white-space:normal}
.es-wins{display:flex;flex-wrap:wrap;gap:.4rem 2rem;font:13px/1.5 system-ui,sans-serif}
.es-table .es-num{text-align:end;font-variant-numeric:tabular-nums;white-space:nowrap}
.es-bars{display:grid;grid-template-columns:fit-content(16rem) 1fr auto;gap:.25rem .7rem;align-items:center;font:13px/1.4 system-ui,sans-serif;color:var(--es-ink)}
.es-bar{position:relative;height:.9rem;background:var(--es-panel);border-radius:2px}
.es-bar>i{position:absolute;inset-block:0;inset-inline-start:0;background:color-mix(in srgb,var(--es-accent) 70%,var(--es-bg));border-radius:2px}
.es-bar>u{position:absolute;top:50%;height:0;border-top:2px solid var(--es-ink)}
.es-bar>u::before,.es-bar>u::after{content:"";position:absolute;top:-6px;height:10px;border-inline-start:2px solid var(--es-ink)}
.es-bar>u::after{inset-inline-end:0}
.es-bars .es-name{overflow-wrap:anywhere}
.es-bars .es-num{font-variant-numeric:tabular-nums;text-align:end;white-space:nowrap}
@media (max-width:40rem){.es-table.es-tight :is(td,th){white-space:normal;padding-inline-end:.5rem}.es-table.es-tight tbody th{min-width:5.7rem}.es-bars{grid-template-columns:1fr auto;grid-auto-flow:dense}.es-bar{grid-column:1/-1}}
.es-heat td{min-width:2.2rem;text-align:center;font-variant-numeric:tabular-nums;border:1px solid var(--es-bg);padding:.1rem .3rem}
.es-heat th{text-align:end;padding:.1rem .5rem .1rem 0;border:0}
.es-heat thead th{white-space:nowrap;text-align:center;padding:.1rem .3rem;vertical-align:bottom}
.es-heat.es-wide thead th+th{writing-mode:vertical-rl;text-align:start;padding:.3rem .1rem}
.es-heat td.es-self{outline:2px solid var(--es-ink);outline-offset:-2px}
"""
)

REPORT_STYLE = """
*{box-sizing:border-box}
html{color-scheme:light dark}
:root[data-theme=light]{color-scheme:light}
:root[data-theme=dark]{color-scheme:dark}
body{margin:0;background:var(--es-bg);color:var(--es-ink);font:16px/1.5 system-ui,"Noto Sans",sans-serif}
main{max-width:76rem;margin:0 auto;padding:0 1rem 4rem}
.er-head{display:flex;gap:1rem;align-items:center;justify-content:space-between;max-width:76rem;margin:0 auto;padding:1rem}
h1{font-size:1.4rem;margin:0;overflow-wrap:anywhere}
h2{font-size:1.15rem;margin:1.6rem 0 .5rem;overflow-wrap:anywhere}
#er-theme{flex:none;font-size:.9rem}
.er-system>.es-legend{margin:.4rem 0}
.er-sub{margin:.2rem 0 0;color:var(--es-soft);font-size:.9rem}
h3{font-size:1rem;margin:0;overflow-wrap:anywhere}
.er-fold{margin:.5rem 0;border:1px solid var(--es-rule);border-radius:6px;padding:.3rem .8rem}
.er-fold>summary{cursor:pointer;padding:.2rem 0}
.er-fold[open]>summary{margin-bottom:.5rem}
.er-picture{max-width:100%;background:#fff;border-radius:4px}
.er-signature{color:var(--es-soft);font-size:.8rem;overflow-wrap:anywhere}
.er-filters{position:sticky;top:0;z-index:10;background:var(--es-bg);border-bottom:1px solid var(--es-rule);padding:.2rem 0 .4rem}
.er-filters h2{margin:.6rem 0 .3rem}
.er-row{display:flex;flex-wrap:wrap;gap:.4rem .7rem;align-items:center;margin:.35rem 0;font-size:.9rem}
.er-row label{display:inline-flex;gap:.4rem;align-items:center;max-width:100%}
.er-row select,.er-row input,button{font:inherit;color:inherit;background:var(--es-panel);border:1px solid var(--es-rule);border-radius:6px;padding:.2rem .5rem;min-width:0;max-width:16rem}
button{cursor:pointer}
button.es-badge{border-color:var(--c);border-radius:1em;min-height:1.9rem;align-items:center}
button.es-badge[aria-pressed=true]{background:color-mix(in srgb,var(--c) 45%,var(--es-bg));box-shadow:0 0 0 2px var(--es-ink)}
:focus-visible{outline:3px solid var(--es-accent);outline-offset:2px}
#er-status{margin:.2rem 0;color:var(--es-soft);font-size:.9rem;overflow-wrap:anywhere}
.er-keys{color:var(--es-soft);font-size:.8rem}
kbd{border:1px solid var(--es-rule);border-radius:3px;padding:0 .3em;font-size:.9em}
.er-systems{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:0 2rem}
.er-system{min-width:0}
.er-sign{display:inline-block;margin-inline:.15rem .35rem;border-bottom:2px solid var(--c)}
.er-doc em{font-style:normal;font-weight:700;color:var(--es-soft)}
.er-doc{margin:.5rem 0;content-visibility:auto;contain-intrinsic-size:auto 2rem;scroll-margin-top:9rem}
.er-doc[open]{margin:1rem 0;contain-intrinsic-size:auto 22rem}
.er-doc[hidden]{display:none}
.er-doc>summary{cursor:pointer;padding:.15rem 0}
.er-doc>summary>*{display:inline-flex;vertical-align:middle;margin:0 .6rem 0 0}
.er-doc h3{font-size:1rem;overflow-wrap:anywhere;max-width:100%}
.er-none{color:#c0392b!important;font-weight:600}
.er-here{outline:3px solid var(--es-ink);outline-offset:1px;z-index:4}
.er-frames{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:0 4rem;position:relative;margin:.4rem 0}
.er-wires{position:absolute;inset:0;width:100%;height:100%;pointer-events:none;overflow:visible}
.er-wire{fill:none;stroke:var(--c,var(--es-soft));stroke-width:2}
.er-wire.es-k-correct{stroke-width:1.2}
.er-frames h4{margin:.2rem 0;font-size:.9rem;color:var(--es-soft)}
.er-frame{border:1px solid var(--es-rule);border-radius:6px;padding:.4rem .6rem;margin:.4rem 0;background:var(--es-panel)}
.er-item{display:flex;flex-wrap:wrap;gap:.2rem .5rem;align-items:baseline;border-inline-start:4px solid var(--c,var(--es-soft));padding-inline-start:.5rem;margin:.25rem 0;overflow-wrap:anywhere}
.er-doc .er-frames .er-item[class*=es-k-]::before{content:var(--sign);font-weight:700;min-width:1em}
.er-item .es-id{font-family:inherit}
.er-item.es-w{border-inline-start-width:6px;font-weight:600}
.er-notes{margin:.5rem 0;padding-inline-start:1.2rem;color:var(--es-soft);font-size:.9rem}
mark{background:color-mix(in srgb,#E69F00 45%,var(--es-bg));color:inherit}
@media (max-width:40rem){.er-keys,#er-open,#er-close{display:none}.er-kinds{flex-wrap:nowrap;overflow-x:auto;padding:3px}.er-kinds>*{flex:none}.er-row label{max-width:48%}.er-row{margin:.15rem 0}.er-frames{grid-template-columns:1fr}}
@media print{
@page{margin:14mm}
:root{print-color-adjust:exact;-webkit-print-color-adjust:exact}
.er-filters,#er-theme{display:none}
.er-system[hidden]{display:block!important}
.er-head,main{max-width:none}
.er-doc{content-visibility:visible;margin:.15rem 0}
.er-doc[open]{zoom:.8}
.es-lanes,.er-frame{break-inside:avoid-page}
.es-legend,.er-doc>summary{break-after:avoid}
.er-doc>summary{list-style:none}
.er-doc:not([open]){margin:0}
.er-doc:not([open])>summary{padding:0}
.er-doc:not([open]) .es-badge{border:0;padding:0 .2em;font-size:10px;line-height:1.3}
h2,h3,h4{break-after:avoid}
.er-systems{grid-template-columns:minmax(0,1fr)}
.er-doc:not([open]) h3{font-weight:400;font-size:11px;margin-block:0}
.es-scroll{overflow:visible}
}
"""
