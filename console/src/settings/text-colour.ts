/** A readable text colour on a colour that a tenant chose: WCAG 2.1 requires a contrast of 4.5. */

const DARK = '#0f1216'
const LIGHT = '#ffffff'
const CONTRAST_MIN = 4.5

/** White if it is readable, otherwise near black. A colour that is not #rrggbb gets white. */
export function inkOn(background: string | null): string {
  if (background === null || !/^#[0-9a-f]{6}$/i.test(background)) return LIGHT
  return contrast(background, LIGHT) >= CONTRAST_MIN ? LIGHT : DARK
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
