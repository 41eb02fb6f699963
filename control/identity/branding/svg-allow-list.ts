/**
 * The allow-list of SVG: elements that draw, and attributes that give position and colour. Names and values are those
 * of SVG 1.1 and 2. Everything else is removed, so that dangers that we did not think of are removed too.
 */

const GRADIENTS = ['linearGradient', 'radialGradient'] as const
/** Drawn wherever something refers to them. */
const DRAWN_BY_REFERENCE = ['clipPath', 'mask', 'pattern', 'marker'] as const
const SHAPES = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text'] as const

const ELEMENTS: ReadonlySet<string> = new Set([
  ...['svg', 'g', 'defs', 'title', 'desc', 'tspan', 'stop'],
  ...[...SHAPES, ...GRADIENTS, ...DRAWN_BY_REFERENCE],
])
const WITH_TEXT: ReadonlySet<string> = new Set(['text', 'tspan', 'title', 'desc'])
const shapes: ReadonlySet<string> = new Set(SHAPES)
const gradients: ReadonlySet<string> = new Set(GRADIENTS)
const drawnByReference: ReadonlySet<string> = new Set(DRAWN_BY_REFERENCE)

/** May refer to a paint, a mask or a marker: of the same document only. */
const REFERRING: ReadonlySet<string> = new Set([
  ...['fill', 'stroke', 'clip-path', 'mask', 'marker-start', 'marker-mid', 'marker-end'],
])

const ATTRIBUTES: ReadonlySet<string> = new Set([
  ...REFERRING,
  ...['id', 'version', 'viewBox', 'preserveAspectRatio', 'width', 'height', 'x', 'y', 'dx', 'dy', 'rotate'],
  ...['x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'fr', 'd', 'points', 'pathLength', 'transform'],
  ...['color', 'opacity', 'fill-opacity', 'fill-rule', 'clip-rule', 'stroke-opacity', 'stroke-width', 'stroke-linecap'],
  ...['stroke-linejoin', 'stroke-miterlimit', 'stroke-dasharray', 'stroke-dashoffset', 'vector-effect', 'paint-order'],
  ...['display', 'visibility', 'overflow', 'color-interpolation', 'shape-rendering', 'text-rendering'],
  ...['offset', 'stop-color', 'stop-opacity', 'gradientUnits', 'gradientTransform', 'spreadMethod'],
  ...['patternUnits', 'patternContentUnits', 'patternTransform', 'clipPathUnits', 'maskUnits', 'maskContentUnits'],
  ...['mask-type', 'markerUnits', 'markerWidth', 'markerHeight', 'refX', 'refY', 'orient', 'role', 'xml:space'],
  ...['font-family', 'font-size', 'font-style', 'font-weight', 'font-variant', 'font-stretch', 'letter-spacing'],
  ...['word-spacing', 'text-anchor', 'text-decoration', 'dominant-baseline', 'alignment-baseline', 'baseline-shift'],
  ...['textLength', 'lengthAdjust', 'writing-mode', 'direction', 'unicode-bidi'],
])

const FUNCTIONS: ReadonlySet<string> = new Set([
  ...['rgb', 'rgba', 'hsl', 'hsla', 'matrix', 'translate', 'scale', 'rotate', 'skewX', 'skewY'],
])
const ID = /^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/
const LOCAL_REFERENCE = /^\s*url\(\s*(["']?)#([A-Za-z_][A-Za-z0-9_.-]{0,99})\1\s*\)/i
/** No backslash, because CSS can escape `url` with it; no colon or slash, because every address needs one. */
const PLAIN = /^[\p{L}\p{N}\s.,#%()+_'"-]*$/u

export const isDrawing = (element: string): boolean => ELEMENTS.has(element)
export const isShape = (element: string): boolean => shapes.has(element)
export const isGradient = (element: string): boolean => gradients.has(element)
export const isDrawnByReference = (element: string): boolean => drawnByReference.has(element)
export const holdsText = (element: string): boolean => WITH_TEXT.has(element)

/** The safe part of the attribute's value, null for none. A fallback colour after a reference is dropped. */
export function keptValue(attribute: string, value: string): string | null {
  if (!ATTRIBUTES.has(attribute)) return null
  if (attribute === 'id') return ID.test(value) ? value : null
  const target = referenceIn(attribute, value)
  if (target !== null) return `url(#${target})`
  if (!PLAIN.test(value)) return null
  const called = [...value.matchAll(/([\w-]*)\s*\(/g)].map(([, name = '']) => name)
  return called.every((name) => FUNCTIONS.has(name)) ? value.replaceAll(/[\t\r\n]/g, ' ') : null
}

/** The id that an attribute refers to. */
export function referenceIn(attribute: string, value: string): string | null {
  return REFERRING.has(attribute) ? (LOCAL_REFERENCE.exec(value)?.[2] ?? null) : null
}
