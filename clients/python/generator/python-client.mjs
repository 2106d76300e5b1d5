// The generated part of the Python client, of the OpenAPI document: types, operations and errors.
import { operationsOf, schemasIn } from '../../operations.mjs';
import { docstring, indent, literal, pascal } from './names.mjs';
import { resourcesText } from './resources.mjs';
import { Types } from './types.mjs';

const head = (about) =>
  `"""${about}\n\nMade from docs/openapi.json by npm run generate; not written by hand.\n"""\nfrom __future__ import annotations\n\n`;

const typesHead = `${head('What the service takes and answers: plain dictionaries, described for type checkers.')}import sys
from typing import Any, Dict, List, Literal, Optional, Union

if sys.version_info >= (3, 11):
    from typing import NotRequired, TypedDict
else:
    from typing_extensions import NotRequired, TypedDict

`;

/** Texts by file, below src/footfall. */
export function pythonClient(document) {
  const operations = operationsOf(document);
  const types = new Types();
  const { schemas } = document.components;
  for (const [name, schema] of schemasIn(operations, schemas)) types.add(name, schema);
  // What every message may say beside itself.
  types.add('Context', schemas.EventMessage.properties.context);
  const sync = resourcesText(operations, types, 'sync');
  const async = resourcesText(operations, types, 'async');
  return {
    'types.py': `${typesHead}\n${types.text()}`,
    '_operations.py': `${operationsHead(sync, types, '')}\n${sync}`,
    '_async_operations.py': `${operationsHead(async, types, 'Async')}\n${async}`,
    'errors.py': errorsText(document.components),
    '_version.py': `${head('The version of the service that it is made for.')}version = ${literal(document.info.version)}\n`,
  };
}

function operationsHead(text, types, prefix) {
  const used = (name) => new RegExp(`\\b${name}\\b`).test(text);
  const names = types.names.filter(used).map((name) => `    ${name},\n`);
  const typing = [`${prefix}Iterator`, 'List', 'Literal', 'Optional', 'Sequence', 'Union'].filter(
    used,
  );
  return `${head('The operations of the service.')}import sys
from datetime import datetime
from typing import ${typing.join(', ')}

if sys.version_info >= (3, 11):
    from typing import Unpack
else:
    from typing_extensions import Unpack

from ._answers import ServerSentEvent
from ._requests import path_of
from ._${prefix === '' ? '' : 'async_'}transport import (
    ${prefix}Download,
    ${prefix}Records,
    ${prefix}Resource,
    ${prefix}Transport,
)
from .types import (
${names.join('')})

`;
}

/** A class for each code, so that one can be caught by itself. */
function errorsText({ responses }) {
  const codes = Object.entries(responses);
  const classes = codes.map(([code, { description }]) => {
    const [, meaning] = /^`\w+`: ([\s\S]*)$/.exec(description) ?? [];
    if (!meaning) throw new Error(`python-client.mjs does not know the answer ${code}`);
    return `class ${errorName(code)}(ApiError):\n${indent(docstring(meaning))}\n`;
  });
  const rows = codes.map(([code]) => `    ${literal(code)}: ${errorName(code)},\n`);
  return `${head('The errors of the service by their codes.')}from typing import Dict, Type

from ._errors import ApiError


${classes.join('\n\n')}

by_code: Dict[str, Type[ApiError]] = {
${rows.join('')}}
`;
}

function errorName(code) {
  return `${pascal(code).replace(/Error$/, '')}Error`;
}
