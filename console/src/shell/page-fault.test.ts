import { MantineProvider } from '@mantine/core'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PageFault } from './page-fault.tsx'

/** The page of an error, as the router draws it. */
async function faultOf(error: unknown): Promise<string> {
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/broken',
    component: () => createElement(PageFault, { error: error as Error, reset: () => undefined }),
  })
  const history = createMemoryHistory({ initialEntries: ['/broken'] })
  const router = createRouter({ routeTree: root.addChildren([page]), history })
  await router.load()
  const provided = createElement(RouterProvider<typeof router>, { router })
  return renderToStaticMarkup(createElement(MantineProvider, null, provided))
}

test('a page that failed says so as an alert, with the words of the error and the way out', async () => {
  const markup = await faultOf(new Error('rows is not iterable'))
  expect(markup).toMatch(/<h1[^>]*>This page cannot be shown<\/h1>/)
  expect(markup).toContain('role="alert"')
  expect(markup).toContain('rows is not iterable')
  expect(markup).toMatch(/<button[^>]*>.*Try again/)
  expect(markup).toMatch(/<a [^>]*href="\/"[^>]*>.*Go to the overview/)
})

test('the words of an error are text, and bounded', async () => {
  const markup = await faultOf(new Error(`<img src=x>${'y'.repeat(1_000)}`))
  expect(markup).not.toContain('<img')
  expect(markup).not.toContain('y'.repeat(401))
})

test('a value that is no error is shown as text', async () => {
  expect(await faultOf('gone')).toContain('gone')
})
