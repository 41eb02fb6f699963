import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Age, Due, dueText, Time } from './time.tsx'

const PARTS: readonly FunctionComponent<{ at: string; nowMs: number }>[] = [Time, Age, Due]

test.each(PARTS)('a time that a field rule replaced is shown as it came, by $name', (Part) => {
  const at = '[redacted]'
  expect(renderToStaticMarkup(createElement(Part, { at, nowMs: 0 }))).toBe(`<span class="quiet">${at}</span>`)
})

test('a target that was missed says so in words', () => {
  const due = createElement(Due, { at: '2026-11-30T10:00:00.000Z', nowMs: Date.parse('2026-11-30T11:05:00.000Z') })
  expect(renderToStaticMarkup(due)).toContain('>1 h late<')
})

test.each([
  [61_000, '1 min'],
  [30_000, 'now'],
  [-30_000, 'late'],
  [-3_600_000, '1 h late'],
])('%i ms left read as %s', (leftMs, text) => expect(dueText(leftMs)).toBe(text))
