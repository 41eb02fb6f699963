/**
 * Rewrites an SVG so that it is safe to show to others: it is parsed into a tree of allow-listed elements and written
 * again from the tree, so that no comment, declaration or encoding of the original text is left.
 */
import { isDrawnByReference, isGradient, isShape, referenceIn } from './svg-allow-list.ts'
import { note, type Removed, readSvg, refused, type SvgElement } from './svg-tree.ts'

export type RewrittenSvg = {
  readonly svg: string
  /** Sorted, each name once. */
  readonly removed: { readonly elements: readonly string[]; readonly attributes: readonly string[] }
}

/** Rewrites its own output unchanged. Throws 422 for what `readSvg` refuses, and when nothing to draw is left. */
export function rewriteSvg(text: string): RewrittenSvg {
  const { root, removed } = readSvg(text)
  if (!hasShape(root)) throw refused('holds nothing to draw, or nothing that may stay')
  dropNestedReferences(root, new Set(gradientsIn(root)), removed, false)
  const svg = written(root, ' xmlns="http://www.w3.org/2000/svg"')
  return { svg, removed: { elements: [...removed.elements].sort(), attributes: [...removed.attributes].sort() } }
}

function hasShape({ name, children }: SvgElement): boolean {
  return isShape(name) || elementsOf(children).some(hasShape)
}

function gradientsIn({ name, attributes, children }: SvgElement): string[] {
  const own = isGradient(name) ? [attributes.get('id') ?? []].flat() : []
  return [...own, ...elementsOf(children).flatMap(gradientsIn)]
}

/**
 * Drawing by reference is limited to gradients: a pattern of patterns of patterns is a few hundred bytes that
 * keep a browser busy for years.
 */
function dropNestedReferences(
  { name, attributes, children }: SvgElement,
  gradients: ReadonlySet<string>,
  removed: Removed,
  isWithin: boolean,
): void {
  const isInside = isWithin || isDrawnByReference(name)
  for (const [attribute, value] of isInside ? attributes : []) {
    const target = referenceIn(attribute, value)
    if (target === null || gradients.has(target)) continue
    attributes.delete(attribute)
    note(removed.attributes, attribute)
  }
  for (const child of elementsOf(children)) dropNestedReferences(child, gradients, removed, isInside)
}

function written({ name, attributes, children }: SvgElement, first = ''): string {
  const pairs = [...attributes].map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`)
  const start = `<${name}${first}${pairs.join('')}`
  if (children.length === 0) return `${start}/>`
  const inner = children.map((child) => (typeof child === 'string' ? escaped(child) : written(child)))
  return `${start}>${inner.join('')}</${name}>`
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? '').replaceAll('\r', '\n')
}

function elementsOf(children: SvgElement['children']): SvgElement[] {
  return children.filter((child) => typeof child !== 'string')
}
