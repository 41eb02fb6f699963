import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { WhenNear, watchNear } from './when-near.tsx'

afterEach(() => vi.unstubAllGlobals())

/** A browser whose scrolling the test does. */
function scrolling() {
  const log: string[] = []
  let report: (near: readonly boolean[]) => void = () => undefined
  class Observer {
    constructor(tell: (entries: readonly { isIntersecting: boolean }[]) => void, options: IntersectionObserverInit) {
      log.push(`root ${String(options.root)}, margin ${options.rootMargin}`)
      report = (near) => tell(near.map((isIntersecting) => ({ isIntersecting })))
    }
    observe = (element: unknown) => void log.push(`observe ${String(element)}`)
    disconnect = () => void log.push('disconnect')
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  const element = { closest: (selector: string) => `box ${selector}`, toString: () => 'place' }
  return { log, element: element as unknown as HTMLElement, scroll: (...near: readonly boolean[]) => report(near) }
}

const Pane = () => WhenNear({ within: '.pane', children: createElement('p', null, 'costly') })

test('nothing of the children is drawn before they are near', () => {
  expect(renderToStaticMarkup(createElement(Pane))).toBe('<div class="comes"></div>')
})

test('they come once, as soon as one report says that the place is near the box that scrolls', () => {
  const { log, element, scroll } = scrolling()
  watchNear(element, '.pane', () => void log.push('come'))
  expect(log.splice(0)).toEqual(['root box .pane, margin 600px 0px', 'observe place'])
  scroll(false)
  expect(log).toEqual([])
  scroll(false, true)
  expect(log).toEqual(['disconnect', 'come'])
})

test('a place that leaves the page is watched no longer', () => {
  const { log, element } = scrolling()
  const end = watchNear(element, '.pane', () => void log.push('come'))
  log.splice(0)
  end()
  expect(log).toEqual(['disconnect'])
})

test('where the page itself scrolls, the visible part is that of the page', () => {
  const { log, element } = scrolling()
  watchNear(element, undefined, () => undefined)
  expect(log).toEqual(['root null, margin 600px 0px', 'observe place'])
})
