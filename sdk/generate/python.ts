/** Python: pydantic models, typed dictionaries for requests, and resources for the two clients. */
import {
  type ApiModel,
  allResources,
  type Field,
  type Model,
  type Operation,
  type Resource,
  resourceTree,
  type Type,
} from './model.ts'
import { pascalCase, snakeCase } from './words.ts'

const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)
/** Members of pydantic's BaseModel, and names of types that a field of the same name would hide in annotations. */
const RESERVED = new Set(
  'copy dict json schema construct validate fields date datetime list str int float bool'.split(' '),
)
const NOTE = '# Made from schemas/openapi/openapi.json by sdk/generate. Do not edit.\n'

export function pythonFiles({ models, operations, version }: ApiModel): Record<string, string> {
  const root = resourceTree(operations)
  return {
    'python/src/svc/models.py': modelsFile(models.filter(({ inRequests, inResponses }) => inRequests || inResponses)),
    'python/src/svc/types.py': typesFile(models.filter(({ inRequests }) => inRequests)),
    'python/src/svc/_resources.py': resourcesFile(root, 'sync'),
    'python/src/svc/_async_resources.py': resourcesFile(root, 'async'),
    'python/src/svc/_api_version.py': `${NOTE}API_VERSION = "${version}"\n`,
  }
}

function identifier(name: string): string {
  const safe = name.replace(/[^A-Za-z0-9_]/g, '_')
  return KEYWORDS.has(safe) ? `${safe}_` : safe
}

function fieldName(name: string): string {
  const safe = identifier(name)
  return RESERVED.has(safe) ? `${safe}_` : safe
}

function modelsFile(models: readonly Model[]): string {
  const classes = models.map((model) => {
    const lines = model.fields.map((field) => modelField(field, model.inResponses))
    return `class ${model.name}(Model):\n${docstring(model.description, 4)}${lines.join('') || '    pass\n'}`
  })
  return `${NOTE}"""Models of the API: requests and responses."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal

from pydantic import Field

from ._model import Model

${classes.join('\n\n')}`
}

function modelField({ name, type, required, description }: Field, isOpen: boolean): string {
  const own = fieldName(name)
  const isOptional = !required && type.kind !== 'nullable'
  const annotation = typeText(type, isOpen, '') + (isOptional ? ' | None' : '')
  const alias = own === name ? '' : `alias=${JSON.stringify(name)}`
  // An older server may not know a field yet.
  const hasValue = required && !(isOpen && type.kind === 'nullable')
  const value = hasValue ? (alias ? ` = Field(${alias})` : '') : alias ? ` = Field(default=None, ${alias})` : ' = None'
  return `    ${own}: ${annotation}${value}\n${docstring(description, 4)}`
}

/** `isOpen`: an enumeration that a newer server may extend also accepts any text. */
function typeText(type: Type, isOpen: boolean, prefix: string): string {
  switch (type.kind) {
    case 'string':
      if (type.values)
        return `Literal[${type.values.map((value) => JSON.stringify(value)).join(', ')}]${isOpen ? ' | str' : ''}`
      if (type.format === 'date-time') return prefix === '' || isOpen ? 'datetime' : 'datetime | str'
      return type.format === 'date' ? 'date' : 'str'
    case 'integer':
      return 'int'
    case 'number':
      return 'float'
    case 'boolean':
      return 'bool'
    case 'any':
      return 'Any'
    case 'array':
      return `list[${typeText(type.of, isOpen, prefix)}]`
    case 'map':
      return `dict[str, ${typeText(type.of, isOpen, prefix)}]`
    case 'nullable':
      return type.of.kind === 'any' ? 'Any' : `${typeText(type.of, isOpen, prefix)} | None`
    case 'model':
      return `${prefix}${type.name}`
    case 'union':
      return [...new Set(type.of.map((one) => typeText(one, isOpen, prefix)))].join(' | ')
  }
}

function typesFile(models: readonly Model[]): string {
  const isPlain = ({ fields }: Model) => fields.every(({ name }) => !KEYWORDS.has(name) && /^\w+$/.test(name))
  const wrapped = ({ type, required }: Field, quote: boolean) => {
    const text = typeText(type, false, quote ? '' : '').replace(/\bdatetime\b(?! \|)/g, 'datetime | str')
    const inner = required ? text : `NotRequired[${text}]`
    return quote ? JSON.stringify(inner).replace(/\\"/g, "'") : inner
  }
  const classes = models.map((model) =>
    isPlain(model)
      ? `class ${model.name}(TypedDict):\n${docstring(model.description, 4)}${model.fields.map((field) => `    ${field.name}: ${wrapped(field, false)}\n`).join('') || '    pass\n'}`
      : `${model.name} = TypedDict(\n    "${model.name}",\n    {\n${model.fields.map((field) => `        ${JSON.stringify(field.name)}: ${wrapped(field, true)},\n`).join('')}    },\n)\n`,
  )
  return `${NOTE}"""Bodies of requests as dictionaries: \`client.cases.create({"title": "...", "severity": "high"})\`."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal

from typing_extensions import NotRequired, TypedDict

${classes.join('\n\n')}`
}

function resourcesFile(root: Resource, mode: 'sync' | 'async'): string {
  const base = mode === 'sync' ? 'SyncResource' : 'AsyncResource'
  const classes = allResources(root).map((resource) => resourceClass(resource, mode, base))
  const top = `class Resources(${base}):\n    """Every operation of the API, by resource."""\n${children(root)}`
  return `${NOTE}from __future__ import annotations

import builtins
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Literal

from ._download import ${mode === 'sync' ? 'Download' : 'AsyncDownload as Download'}
from ._request import Request, path_part
from ._runtime import ${mode === 'sync' ? 'Pager' : 'AsyncPager as Pager'}, ${base}, lazy

if TYPE_CHECKING:
    from . import models as _models
    from . import types as _types
    from ._request import FileContent, RequestOptions

${[...classes, top].join('\n\n')}`
}

function className(path: readonly string[]): string {
  return `${pascalCase(path.join('_'))}Resource`
}

function children(resource: Resource): string {
  return [...resource.children]
    .map(([name, child]) => `    ${identifier(name)} = lazy(lambda client: ${className(child.path)}(client))\n`)
    .join('')
}

function resourceClass(resource: Resource, mode: 'sync' | 'async', base: string): string {
  const methods = resource.operations.map((operation) => methodText(operation, mode)).join('\n')
  const nested = children(resource)
  return `class ${className(resource.path)}(${base}):\n${nested}${nested && methods ? '\n' : ''}${methods}`
}

type Parts = { readonly positional: string[]; readonly keywords: string[] }

function methodText(operation: Operation, mode: 'sync' | 'async'): string {
  const { positional, keywords } = parametersOf(operation)
  const name = identifier(operation.method)
  const returns = returnType(operation)
  const isList = operation.item !== null
  const define = mode === 'async' && !isList ? 'async def' : 'def'
  const signature = [`self`, ...positional, '*', ...keywords, 'options: RequestOptions | None = None']
  const doc = [operation.summary, operation.description].filter(Boolean).join('\n\n')
  const request = requestText(operation)
  const wait = mode === 'async' ? 'await ' : ''
  const body = isList
    ? `        return Pager(self._client, ${request}, "${answerModel(operation)}", options)\n`
    : operation.answer.as === 'none'
      ? `        ${wait}self._client._send(${request}, None, options)\n`
      : operation.answer.as === 'download'
        ? `        return ${wait}self._client._download(${request}, options)\n`
        : `        result: ${returns} = ${wait}self._client._send(${request}, "${answerModel(operation)}", options)\n        return result\n`
  return `    ${define} ${name}(\n${signature.map((part) => `        ${part},\n`).join('')}    ) -> ${returns}:\n${docstring(doc, 8)}${body}`
}

function parametersOf(operation: Operation): Parts {
  const positional = operation.pathParameters.map(({ name }) => `${identifier(name)}: builtins.str`)
  const { body } = operation
  if (body?.as === 'file') positional.push('file: FileContent')
  else if (body) positional.push(bodyParameter(body.type, body.required))
  const sorted = [...operation.query, ...operation.headers].sort((a, b) => Number(b.required) - Number(a.required))
  const keywords = sorted.map(({ name, type, required }) => {
    const text = argumentType(type)
    return `${identifier(snakeCase(name))}: ${required ? text : `${text} | None = None`}`
  })
  if (body?.as === 'file') keywords.push('filename: builtins.str | None = None')
  return { positional, keywords }
}

function argumentType(type: Type): string {
  if (type.kind === 'string' && type.format === 'date-time') return 'datetime | builtins.str'
  if (type.kind === 'string' && type.format === 'date') return 'date | builtins.str'
  return builtinsOf(typeText(type, false, '_models.'))
}

/** Methods that are called \`list\` hide the type inside their class. */
function builtinsOf(text: string): string {
  return text.replace(/\b(list|dict|str|int|float|bool)\b(?!["'])/g, 'builtins.$1')
}

function bodyParameter(type: Type, required: boolean): string {
  const inner = type.kind === 'nullable' ? type.of : type
  const text =
    inner.kind === 'model'
      ? `_models.${inner.name} | _types.${inner.name}`
      : inner.kind === 'map'
        ? builtinsOf(typeText(inner, false, '_models.'))
        : 'Any'
  return required ? `body: ${text}` : `body: ${text} | None = None`
}

function answerModel({ answer }: Operation): string {
  if (!('type' in answer)) return ''
  const { type } = answer
  const inner = type.kind === 'nullable' ? type.of : type
  return inner.kind === 'model' ? inner.name : ''
}

function returnType({ answer, item }: Operation): string {
  if (!('type' in answer)) return answer.as === 'none' ? 'None' : 'Download'
  const text = builtinsOf(typeText(answer.type, true, '_models.'))
  if (item) return `Pager[${builtinsOf(typeText(item, true, '_models.'))}, ${text}]`
  return answer.as === 'json_or_text' ? `${text} | builtins.str` : text
}

function requestText({
  verb,
  path,
  query,
  headers,
  body,
  isIdempotentByKey,
  isPublic,
  readsOnly,
  pathParameters,
}: Operation): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => `{path_part(${identifier(name)})}`)
  const parts = [`"${verb}"`, `${pathParameters.length > 0 ? 'f' : ''}"${filled}"`]
  if (query.length > 0)
    parts.push(`query={${query.map(({ name }) => `"${name}": ${identifier(snakeCase(name))}`).join(', ')}}`)
  if (headers.length > 0)
    parts.push(
      `headers={${headers.map(({ header, name }) => `"${header}": ${identifier(snakeCase(name))}`).join(', ')}}`,
    )
  if (body?.as === 'file') parts.push('file=file, filename=filename')
  else if (body) parts.push('body=body')
  if (body?.as === 'scim') parts.push('media="application/scim+json"')
  if (body?.as === 'form') parts.push('media="application/x-www-form-urlencoded"')
  if (isIdempotentByKey) parts.push('keyed=True')
  if (readsOnly && verb !== 'GET') parts.push('reads=True')
  if (isPublic) parts.push('public=True')
  return `Request(${parts.join(', ')})`
}

function docstring(text: string, indent: number): string {
  if (text === '') return ''
  const pad = ' '.repeat(indent)
  const lines = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"""', "'''")
    .split('\n')
    .map((line) => line.trim())
  const tail = lines.at(-1)?.endsWith('"') ? ' ' : ''
  return `${pad}"""${lines.join(`\n${pad}`).replaceAll(`\n${pad}\n`, '\n\n')}${tail}"""\n`
}
