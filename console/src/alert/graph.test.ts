import { expect, test } from 'vitest'
import { graphOf, NODES_MAX } from './graph.ts'

const step = (order: number, more: object) => ({
  ...{
    order,
    host: '',
    user: '',
    src_ip: '',
    matched: [] as { field: string; value: string }[],
    title: `step ${order}`,
  },
  ...more,
})
const names = (graph: ReturnType<typeof graphOf>) => graph.edges.map(({ from, to }) => `${from.name} > ${to.name}`)

test('users and addresses link to hosts, and hosts to the programs that ran there', () => {
  const graph = graphOf([
    step(1, { host: 'WS1', user: 'kim', src_ip: '10.0.0.7' }),
    step(2, { host: 'ws1', user: 'kim', matched: [{ field: 'process.executable', value: 'C:\\Windows\\cmd.exe' }] }),
  ])
  expect(names(graph)).toEqual(['kim > WS1', '10.0.0.7 > WS1', 'WS1 > cmd.exe'])
  expect(graph.edges[0]?.steps).toEqual([1, 2])
  expect(graph.nodes.every(({ x, y }) => x >= 0 && x <= 1 && y > 0 && y < graph.rows)).toBe(true)
})

test('the order of nodes avoids crossing lines', () => {
  const graph = graphOf([
    step(1, { host: 'a', user: 'kim' }),
    step(2, { host: 'b', user: 'lee' }),
    step(3, { host: 'b', src_ip: '10.0.0.1' }),
    step(4, { host: 'a', src_ip: '10.0.0.2' }),
  ])
  const y = (name: string) => graph.nodes.find((node) => node.name === name)?.y ?? Number.NaN
  expect(Math.sign(y('kim') - y('lee'))).toBe(Math.sign(y('a') - y('b')))
  expect(Math.sign(y('10.0.0.2') - y('10.0.0.1'))).toBe(Math.sign(y('a') - y('b')))
})

test('a step without entities makes no node, and beyond the bound the graph counts the omitted steps', () => {
  expect(graphOf([step(1, {})])).toMatchObject({ nodes: [], edges: [], omitted: 0 })
  const many = graphOf(Array.from({ length: NODES_MAX + 3 }, (_, at) => step(at, { host: `h${at}` })))
  expect([many.nodes.length, many.omitted]).toEqual([NODES_MAX, 3])
})
