#!/usr/bin/env python3
"""The pages of the documentation's site, for scripts/docs.

    scripts/site.py pages FOLDER    writes the pages that Doxygen reads, from README.md, docs and the change log
    scripts/site.py check FOLDER    checks every link of the site in FOLDER; the exit status is 1 where one is dead

On the site a page of docs/ is guide_NAME.html, one of docs/results is results_NAME.html. Links between pages,
and to headings, become Doxygen's references. A file that is on no page is named without a link.
"""

import html.parser
import pathlib
import re
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Single pages, with the names that they have on the site.
ALONE = {"README.md": "mainpage", "CHANGELOG.md": "changes", "CONTRIBUTING.md": "contributing",
         "SECURITY.md": "security", "docs/glossary.md": "glossary", "examples/README.md": "programs"}
FENCE = re.compile(r"^\s*(```|~~~)")
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")


def public_parts():
    """The options, plans and reports of each public header."""
    for header in sorted([*ROOT.glob("include/yoke/*.hpp"), *ROOT.glob("include/yoke/mpi/*.hpp")]):
        inner = r"namespace (yoke::)?detail\b.*?}  // namespace (yoke::)?detail\b"
        text = re.sub(inner, "", header.read_text(), flags=re.S)
        yield header, re.findall(r"^(?:class|struct) (\w+(?:Options|Plan|Report))\b(?!;)", text, re.M)


def name_of(path):
    """The page's name on the site, or None of a file that is none of its pages."""
    relative = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""
    if relative in ALONE:
        return ALONE[relative]
    for folder, prefix in (("docs/results", "results_"), ("docs", "guide_")):
        if path.suffix == ".md" and path.parent == ROOT / folder:
            return prefix + path.stem
    return None


def slug(heading):
    """As hosts of repositories name the anchor of a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchor(page, heading):
    return f"{page}_{re.sub(r'[^a-z0-9_]', '_', heading)}"


def code_span(text):
    """Doxygen takes a single quote for the end of code, unless the code is between pairs of backticks."""
    return f"`{text}`" if "'" in text else text


def convert_links(block, source):
    def convert(found):
        is_image, text, target = found.groups()
        if re.match(r"[a-z]+:", target):
            return found.group(0)
        path, _, heading = target.partition("#")
        file = (source.parent / path).resolve() if path else source
        if is_image:
            return f"![{text}]({file.name})"
        page = name_of(file)
        if page is None:
            # It is in the repository alone.
            return text if "\0" in text else f"`{text}`"
        # Doxygen loses its way in a reference whose text has code, or goes on in the next line.
        text = re.sub("\0(\\d+)\0", lambda code: codes[int(code.group(1))].strip("`"), text)
        text = " ".join(text.split())
        if heading:
            return f"[{text}](@ref {anchor(page, heading)})"
        return f"[{text}](index.html)" if page == "mainpage" else f"[{text}](@ref {page})"

    # Code has no links, but links may have code in their text.
    codes = []

    def hide(found):
        codes.append(found.group(0))
        return f"\0{len(codes) - 1}\0"

    block = LINK.sub(convert, re.sub(r"`[^`\n]*(?:\n[^`\n]+)*`", hide, block))
    return re.sub("\0(\\d+)\0", lambda found: code_span(codes[int(found.group(1))]), block)


class Headings:
    """Gives the headings of a page the names by which other pages link to them."""

    def __init__(self, page):
        self.page, self.seen, self.level = page, {}, 1

    def convert(self, line):
        found = re.match(r"(#+) (.*)", line)
        if not found:
            return line
        marks, title = found.groups()
        name = slug(title)
        self.seen[name] = self.seen.get(name, -1) + 1
        if self.seen[name]:
            name += f"-{self.seen[name]}"
        # Doxygen takes no heading that is two levels below the one before.
        self.level = min(len(marks), self.level + 1)
        name = self.page if marks == "#" else anchor(self.page, name)
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)
        return f"{'#' * self.level} {plain} {{#{name}}}"


def convert_page(source):
    """Its first heading is the page's title. What stands before it is left out."""
    headings, done, block, in_code = Headings(name_of(source)), [], [], False

    def convert_block():
        lines = [headings.convert(line) for line in block]
        done.append(convert_links("".join(line + "\n" for line in lines), source))
        block.clear()

    text = source.read_text()
    for line in text[text.index("# "):].splitlines():
        if FENCE.match(line):
            if not in_code:
                convert_block()
            in_code = not in_code
            done.append(line + "\n")
        elif in_code:
            done.append(line + "\n")
        else:
            block.append(line)
    convert_block()
    return "".join(done)


def list_of(title, name, sources):
    items = [f"- @subpage {name_of(one)}" for one in sources]
    return f"# {title} {{#{name}}}\n\n" + "\n".join(items) + "\n"


def options_and_plans():
    """All that belongs to calls: found in the headers, so that none is left out."""
    text = ["", "## Options, plans and reports {#reference_parts}", "",
            "| header | options | plans | reports |", "|---|---|---|---|"]
    for header, names in public_parts():
        cells = [" ".join(f"yoke::{name}" for name in names if name.endswith(end))
                 for end in ("Options", "Plan", "Report")]
        if any(cells):
            text.append(f"| {header.relative_to(ROOT / 'include')} | " + " | ".join(cells) + " |")
    return "\n".join(text) + "\n"


def write_pages(folder):
    folder.mkdir(parents=True, exist_ok=True)
    guides = sorted(set(ROOT.glob("docs/*.md")) - {ROOT / "docs/glossary.md"})
    results = sorted(ROOT.glob("docs/results/*.md"))
    for source in [*(ROOT / name for name in ALONE), *guides, *results]:
        text = convert_page(source)
        if name_of(source) == "mainpage":
            text += ("\n## On this site {#mainpage_on_this_site}\n\n"
                     "- @ref programs\n- @ref reference\n- @ref reference_of_parts\n- @ref guides\n- @ref results\n"
                     "- @ref glossary\n- @ref changes\n- @ref contributing\n- @ref security\n")
        (folder / f"{name_of(source)}.md").write_text(text)
    (folder / "guides.md").write_text(list_of("Guides", "guides", guides))
    (folder / "results.md").write_text(list_of("Results", "results", results))
    (folder / "reference_parts.md").write_text(
        "# Reference: parts of calls {#reference_of_parts}\n" + options_and_plans())


class Page(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.anchors |= {given[name] for name in ("id", "name") if given.get(name)}
        for name in ("href", "src"):
            if given.get(name):
                self.links.append(given[name])


def is_doxygens_own(path, link):
    """Doxygen links from its lists to members without comments, which it leaves out elsewhere."""
    return link == "#nested-classes" or path.name.startswith("functions") or path.stem.endswith("-members")


def check_links(folder):
    pages = {path.resolve(): Page(path.read_text()) for path in folder.rglob("*.html")}
    dead, checked = [], 0
    for path, page in pages.items():
        for link in page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc or link.startswith("javascript"):
                continue
            checked += 1
            file = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path.resolve()
            target = pages.get(file)
            anchor_is_there = (not parts.fragment or not target or is_doxygens_own(path, link)
                               or urllib.parse.unquote(parts.fragment) in target.anchors)
            if not file.exists() or not anchor_is_there:
                dead.append(f"{path.name}: {link}")
        if re.search(r"@(ref|section|code|endcode)\b", path.read_text()):
            dead.append(f"{path.name}: has commands of Doxygen that it did not understand")
    for one in dead:
        print("dead link:", one)
    print(f"docs: {len(pages)} pages, {checked} links, {len(dead)} of them dead")
    return 1 if dead else 0


def far_from_the_front(folder):
    """The options, plans, reports and executors that no two clicks lead to from the front page."""
    reached = {folder / "index.html"}
    for _ in range(2):
        for path in list(reached):
            links = Page(path.read_text()).links if path.suffix == ".html" and path.exists() else []
            reached |= {folder / urllib.parse.urlsplit(link).path for link in links if ":" not in link}
    names = ["Hybrid", "Distributed"]
    for _, parts in public_parts():
        names += parts
    return [name for name in sorted(set(names)) if not any(
        folder / f"{kind}yoke_1_1{name}.html" in reached for kind in ("class", "struct"))]


def check(folder):
    far = far_from_the_front(folder)
    for name in far:
        print(f"no two clicks lead from index.html to yoke::{name}")
    return 1 if check_links(folder) or far else 0


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("pages", "check"):
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[2]).resolve()
    return write_pages(folder) or 0 if sys.argv[1] == "pages" else check(folder)


if __name__ == "__main__":
    sys.exit(main())
