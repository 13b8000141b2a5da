"""Questions for learning platforms: Moodle XML, GIFT and a package of QTI 2.1.

Moodle XML has everything: category, tree as a picture, hint, explanation. GIFT is text, so the tree stands in the
question as it is typed, and there is no hint. QTI 2.1 (Canvas, Blackboard, Ilias, OpenOlat, TAO) has the picture and
the explanation. Sources: Moodle's documentation of "Moodle XML format" and "GIFT format"; 1EdTech, "QTI 2.1 Final".
"""

import io
import re
import zipfile
from base64 import b64encode
from collections.abc import Callable, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from typing import NamedTuple
from xml.sax.saxutils import quoteattr

from plyground.core.errors import InvalidSetting, alternatives
from plyground.search.question_bank import BankQuestion

CATEGORY = "Plyground, game search"
_GIFT = re.compile(r"([~=#{}:\\])")
_TIME = (1980, 1, 1, 0, 0, 0)
"""What a package says of each file, so that the same questions are the same bytes."""


def _category(question: BankQuestion) -> str:
    return f"{CATEGORY}/{question.chapter.number:02d}. {question.chapter.title}".replace(",", "")


def _cdata(html: str) -> str:
    return "<![CDATA[" + html.replace("]]>", "]]]]><![CDATA[>") + "]]>"


def moodle_xml(questions: Sequence[BankQuestion]) -> str:
    """Write questions for Moodle: *Question bank*, *Import*, *Moodle XML format*."""
    parts = ['<?xml version="1.0" encoding="UTF-8"?>', "<quiz>"]
    for category, each in groupby(questions, _category):
        parts.append(
            f'<question type="category"><category><text>$course$/top/{escape(category)}</text></category></question>'
        )
        parts += map(_moodle_question, each)
    return "\n".join([*parts, "</quiz>", ""])


def _moodle_question(question: BankQuestion) -> str:
    asked, picture = question.question, question.svg()
    html, file = f"<p>{escape(question.text)}</p>", ""
    if picture is not None:
        html += '<p><img src="@@PLUGINFILE@@/tree.svg" alt="The tree as far as it has been searched"/></p>'
        file = f'<file name="tree.svg" path="/" encoding="base64">{b64encode(picture.encode()).decode()}</file>'
    choices, form = asked.choices or (asked.answer,), "html" if asked.choices else "plain_text"
    answers = "".join(
        f'<answer fraction="{100 if choice == asked.answer else 0}" format="{form}">'
        f'<text>{escape(choice)}</text><feedback format="html"><text></text></feedback>'
        + ("" if asked.choices else "<tolerance>0</tolerance>")
        + "</answer>"
        for choice in choices
    )
    single = (
        "<single>true</single><shuffleanswers>false</shuffleanswers><answernumbering>abc</answernumbering>"
        if asked.choices
        else ""
    )
    return (
        f'<question type="{"multichoice" if asked.choices else "numerical"}">'
        f"<name><text>{escape(question.name)}</text></name>"
        f'<questiontext format="html"><text>{_cdata(html)}</text>{file}</questiontext>'
        f'<generalfeedback format="html"><text>{_cdata(f"<p>{escape(asked.why)}</p>")}</text></generalfeedback>'
        f"<defaultgrade>1</defaultgrade><penalty>0.3333333</penalty><hidden>0</hidden>"
        f"<idnumber>plyground-{escape(question.name)}</idnumber>{single}{answers}"
        f'<hint format="html"><text>{_cdata(f"<p>{escape(asked.hint)}</p>")}</text></hint></question>'
    )


def gift(questions: Sequence[BankQuestion]) -> str:
    """Write questions in GIFT, one a paragraph."""

    def text(raw: str) -> str:
        return _GIFT.sub(r"\\\1", raw)

    parts = []
    for category, each in groupby(questions, _category):
        parts.append(f"$CATEGORY: $course$/top/{category}")
        for question in each:
            asked = question.question
            if asked.choices:
                marks = ["=" if choice == asked.answer else "~" for choice in asked.choices]
                answers = " ".join(mark + text(choice) for mark, choice in zip(marks, asked.choices, strict=True))
            else:
                answers = f"#{asked.answer}:0"
            parts.append(f"::{text(question.name)}::[plain]{text(question.text)} {{{answers} ####{text(asked.why)}}}")
    return "\n\n".join(parts) + "\n"


def qti(questions: Sequence[BankQuestion]) -> bytes:
    """Write a package of QTI 2.1: a manifest, an item for each question, and the pictures of the trees."""
    packed, resources = io.BytesIO(), []
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as package:

        def add(name: str, text: str) -> None:
            entry = zipfile.ZipInfo(name, _TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            package.writestr(entry, text)

        for question in questions:
            names = [f"items/{question.name}.xml"]
            if (picture := question.svg()) is not None:
                names.append(f"items/{question.name}.svg")
                add(names[1], picture)
            add(names[0], _qti_item(question, has_picture=picture is not None))
            files = "".join(f'<file href="{name}"/>' for name in names)
            resources.append(
                f'<resource identifier="r-{question.name}" type="imsqti_item_xmlv2p1" href="{names[0]}">{files}'
                "</resource>"
            )
        add("imsmanifest.xml", _MANIFEST.format("".join(resources)))
    return packed.getvalue()


_MANIFEST = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<manifest identifier="plyground-questions" '
    'xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"><metadata><schema>QTIv2.1 Package</schema>'
    "<schemaversion>1.0.0</schemaversion></metadata><organizations/><resources>{}</resources></manifest>\n"
)


def _qti_item(question: BankQuestion, *, has_picture: bool) -> str:
    asked = question.question
    places = [f"c{i}" for i in range(len(asked.choices or ()))]
    right = places[asked.choices.index(asked.answer)] if asked.choices else asked.answer
    if asked.choices:
        kind = "identifier"
        interaction = (
            '<choiceInteraction responseIdentifier="RESPONSE" shuffle="false" maxChoices="1">'
            + "".join(
                f'<simpleChoice identifier="{place}">{escape(choice)}</simpleChoice>'
                for place, choice in zip(places, asked.choices, strict=True)
            )
            + "</choiceInteraction>"
        )
    else:
        kind = "float" if "." in asked.answer else "integer"
        interaction = '<p><textEntryInteraction responseIdentifier="RESPONSE" expectedLength="8"/></p>'
    picture = f'<p><img src="{question.name}.svg" alt="The tree as far as it has been searched"/></p>'
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" '
        f'identifier="{question.name}" title={quoteattr(f"{question.chapter.title}: {question.name}")} '
        'adaptive="false" timeDependent="false">'
        f'<responseDeclaration identifier="RESPONSE" cardinality="single" baseType="{kind}"><correctResponse><value>'
        f"{escape(right)}</value></correctResponse></responseDeclaration>"
        '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"><defaultValue><value>0</value>'
        "</defaultValue></outcomeDeclaration>"
        '<outcomeDeclaration identifier="FEEDBACK" cardinality="single" baseType="identifier"/>'
        f"<itemBody><p>{escape(question.text)}</p>{picture if has_picture else ''}{interaction}</itemBody>"
        '<responseProcessing><responseCondition><responseIf><match><variable identifier="RESPONSE"/>'
        '<correct identifier="RESPONSE"/></match><setOutcomeValue identifier="SCORE"><baseValue baseType="float">1'
        "</baseValue></setOutcomeValue></responseIf></responseCondition>"
        '<setOutcomeValue identifier="FEEDBACK"><baseValue baseType="identifier">why</baseValue></setOutcomeValue>'
        "</responseProcessing>"
        '<modalFeedback outcomeIdentifier="FEEDBACK" identifier="why" showHide="show">'
        f"<p>{escape(asked.why)}</p></modalFeedback></assessmentItem>\n"
    )


class QuestionFormat(NamedTuple):
    """A format: the ending of its files, their media type, and what writes them."""

    ending: str
    media_type: str
    write: Callable[[Sequence[BankQuestion]], str | bytes]


FORMATS = {
    "moodle": QuestionFormat(".xml", "application/xml", moodle_xml),
    "gift": QuestionFormat(".gift", "text/plain", gift),
    "qti": QuestionFormat(".zip", "application/zip", qti),
}


def format_of(path: str) -> QuestionFormat:
    """Return the format of a file by its ending; raises `InvalidSetting`."""
    ending = Path(path).suffix.lower()
    for each in FORMATS.values():
        if each.ending == ending:
            return each
    raise InvalidSetting(
        f"The format of {path} is not known; it ends in {alternatives(each.ending for each in FORMATS.values())} "
        "(Moodle XML, GIFT, QTI 2.1)."
    )
