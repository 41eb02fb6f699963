import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Chart } from './chart.tsx'

const SERIES = [
  { name: 'Alerts', values: [1_234, 7] },
  { name: 'Cases', values: [null, 2] },
]
const TIMES = ['2026-11-30T10:00:00.000Z', '2026-11-30T11:00:00.000Z']

/** The chart of the first steps, without styles. */
function drawn(steps: number, unit = ''): string {
  const series = SERIES.map(({ name, values }) => ({ name, values: values.slice(0, steps) }))
  const chart = createElement(Chart, { name: 'A day', times: TIMES.slice(0, steps), series, unit })
  return renderToStaticMarkup(createElement(MantineProvider, null, chart)).replace(/<style[^>]*>.*?<\/style>/gs, '')
}

test('a chart of one step has its figures in words, and no empty box above them', () => {
  const markup = drawn(1, ' ms')
  expect(markup).toContain('Alerts 1,234 ms, Cases not known ms. Drawn as a line once there are two values.')
  expect(markup).toMatch(/<div aria-hidden="true" hidden=""/)
})

test('readers of the screen get the figures of one step once, from the table', () => {
  const markup = drawn(1)
  expect(markup).toMatch(/<p class="quiet one-step" aria-hidden="true">/)
  expect(markup.match(/<tr>/g)).toHaveLength(1)
  expect(markup).toContain('<td>Alerts: 1,234</td><td>Cases: not known</td>')
})

test('a chart of two steps is a line without the words', () => {
  const markup = drawn(2)
  expect(markup).not.toContain('one-step')
  expect(markup).toContain('<div aria-hidden="true"></div>')
  expect(markup.match(/<tr>/g)).toHaveLength(2)
})

test('a chart without a step has neither', () => {
  const markup = drawn(0)
  expect(markup).not.toContain('one-step')
  expect(markup).not.toContain('<tr>')
})
