"""``plyground assignment``: the programs of course assignments, each with its own files and protocol."""

from cyclopts import App

from plyground.courses.course import all_courses

app = App(name="assignment", help="The course assignments' own programs, exactly as their hand-outs say.")

for _course in all_courses().values():
    app.command(_course.submodule("command").command, name=_course.name)
