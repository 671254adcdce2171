"""What a release says of itself: one version everywhere, a change log that users can read, a Spack recipe
whose options exist, scripts that a hosted CI can call.

    python3 release.py SOURCE_TREE
"""

import importlib.util
import pathlib
import re
import sys
import tempfile
import types
import unittest

ROOT = pathlib.Path(sys.argv.pop(1))
HEADER = (ROOT / "include/yoke/version.hpp").read_text()
VERSION = [re.search(rf"^#define YOKE_VERSION_{part} (\d+)$", HEADER, re.M).group(1)
           for part in ("MAJOR", "MINOR", "PATCH")]


def text(name):
    return (ROOT / name).read_text()


def site_pages():
    found = importlib.util.spec_from_file_location("site_pages", ROOT / "scripts/site.py")
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def fake_spack(recorded):
    """Modules that let a recipe be read without Spack. Directives note their arguments."""

    class Package:
        pass

    class CudaPackage:
        cuda_arch_values = ("90",)

    def directive(name):
        return lambda *words, **options: recorded.append((name, words, options))

    packages = types.ModuleType("spack.package")
    for name in ("license", "version", "variant", "depends_on", "conflicts"):
        setattr(packages, name, directive(name))
    cmake, cuda = types.ModuleType("cmake"), types.ModuleType("cuda")
    cmake.CMakePackage, cuda.CudaPackage = Package, CudaPackage
    return {"spack": types.ModuleType("spack"), "spack.package": packages,
            "spack_repo": types.ModuleType("spack_repo"),
            "spack_repo.builtin": types.ModuleType("builtin"),
            "spack_repo.builtin.build_systems": types.ModuleType("build_systems"),
            "spack_repo.builtin.build_systems.cmake": cmake,
            "spack_repo.builtin.build_systems.cuda": cuda}


class Release(unittest.TestCase):
    def test_every_place_that_names_the_version_names_this_one(self):
        version, minor = ".".join(VERSION), ".".join(VERSION[:2])
        self.assertIn(f"\nversion: {version}\n", text("CITATION.cff"))
        self.assertEqual(re.search(r"^## (\S+)", text("CHANGELOG.md"), re.M).group(1), version)
        asked = 0
        for file in [ROOT / "README.md", ROOT / "examples/CMakeLists.txt",
                     ROOT / "unit_tests/scan_consumer/CMakeLists.txt", *ROOT.glob("docs/*.md")]:
            for found in re.findall(r"find_package\(Yoke (\S+)", file.read_text()):
                self.assertEqual(found, minor, file)
                asked += 1
        self.assertGreater(asked, 2)

    def test_the_change_log_is_for_users(self):
        lines = text("CHANGELOG.md").splitlines()
        entry_lines = 0
        for number, line in enumerate(lines, 1):
            if line.startswith("### "):
                self.assertIn(line, ("### New", "### Changed", "### Fixed"), f"line {number}")
            entry_lines = 1 if line.startswith("- ") else entry_lines + 1 if line.startswith("  ") else 0
            self.assertLessEqual(entry_lines, 2, f"line {number}: an entry has at most two lines")
            self.assertLessEqual(len(line), 100, f"line {number}")

    def test_the_recipe_for_spack(self):
        recorded, shown = [], sys.modules.copy()
        sys.modules.update(fake_spack(recorded))
        names = {"__file__": str(ROOT / "scripts/spack/spack_repo/yoke/packages/yoke/package.py")}
        try:
            exec(compile(text("scripts/spack/spack_repo/yoke/packages/yoke/package.py"), "package.py", "exec"), names)
        finally:
            sys.modules.clear()
            sys.modules.update(shown)
        recipe = names["Yoke"]
        self.assertEqual(pathlib.Path(recipe.git.removeprefix("file://")), ROOT)
        variants = {words[0] for name, words, _ in recorded if name == "variant"} | {"cuda"}
        for name, words, options in recorded:
            for variant in re.findall(r"[+~](\w+)", options.get("when", "").split("^")[0]):
                self.assertIn(variant, variants, (name, words))

        class Spec:
            def __init__(self, on):
                self.on = on

            def satisfies(self, what):
                return self.on and what[1:] in variants

        class Kokkos:
            kokkos_cxx = "nvcc_wrapper"

        cmake = text("CMakeLists.txt") + "".join(p.read_text() for p in ROOT.glob("cmake/*.cmake"))
        sources = cmake + text("src/CMakeLists.txt")
        for on in (True, False):
            package = recipe()
            package.spec, package.run_tests = Spec(on), False
            package.define = lambda name, value: (name, value)
            package.define_from_variant = lambda name, variant: (name, variant in variants)
            recipe.__getitem__ = lambda _, name: Kokkos
            for name, _ in package.cmake_args():
                found = re.search(r"CMAKE_DISABLE_FIND_PACKAGE_(\w+)", name)
                if found:
                    looks = rf"(?i)find_(package\(|libraries\(|){found[1]}\b"
                    self.assertTrue(re.search(looks, sources), name)
                elif not name.startswith("CMAKE_"):
                    self.assertTrue(re.search(rf"(option|set)\({name}\b", cmake), name)

    def test_the_hosted_ci_calls_steps_that_there_are(self):
        workflow, script = text(".github/workflows/ci.yml"), text(".ci/run")
        steps = re.search(r"step: \[(.*)\]", workflow).group(1).split(", ")
        for step in steps:
            self.assertRegex(script, rf"(?m)^    {step}\) timed ")
        for called in re.findall(r"run: ([\w./]+/\w+)", workflow):
            self.assertTrue((ROOT / called).exists(), called)

    def test_the_site_knows_dead_links(self):
        page = '<html><body id="top"><a href="%s">link</a></body></html>'
        for link, code in (("index.html#top", 0), ("gone.html", 1), ("#nowhere", 1), ("https://kokkos.org", 0)):
            with tempfile.TemporaryDirectory() as folder:
                (pathlib.Path(folder) / "index.html").write_text(page % link)
                self.assertEqual(site_pages().check_links(pathlib.Path(folder)), code, link)

    def test_the_site_has_every_page_and_its_links(self):
        with tempfile.TemporaryDirectory() as folder:
            site_pages().write_pages(pathlib.Path(folder))
            pages = {path.stem: path.read_text() for path in pathlib.Path(folder).glob("*.md")}
        for source in [*ROOT.glob("docs/*.md"), *ROOT.glob("docs/results/*.md")]:
            prefix = "results_" if source.parent.name == "results" else "guide_"
            self.assertTrue(source.stem in pages or prefix + source.stem in pages, source)
        for name, page in pages.items():
            text = re.sub(r"(?s)```.*?```|`[^`\n]*`", "", page)
            self.assertNotRegex(text, r"\]\((?!@ref |index\.html|[a-z]+:)[^)]*\.md", name)

    def test_community_files(self):
        for name in ("CONTRIBUTING.md", "SECURITY.md", "LICENSE", ".github/pull_request_template.md"):
            self.assertTrue((ROOT / name).exists(), name)
        for page in ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"):
            for link in re.findall(r"\]\(([^)#:]+)\)", text(page)):
                self.assertTrue((ROOT / link).exists(), f"{page}: {link}")
            for path in re.findall(r"`((?:scripts|docs|unit_tests|include|\.ci)/[\w./]+)`", text(page)):
                self.assertTrue((ROOT / path).exists(), f"{page}: {path}")


if __name__ == "__main__":
    unittest.main()
