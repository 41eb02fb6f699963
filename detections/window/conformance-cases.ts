/** The cases of the conformance suite. Where a rule of a case is not obvious, the case's name says it. */
import { aggregate, count, distinct, msOf, sequence, temporal } from './conformance-rules.ts'
import type { WindowRule } from './window.ts'

export { msOf }

export type Case = {
  readonly name: string
  readonly rules: readonly WindowRule[]
  readonly events: readonly string[]
  /** In the order of time, then text. */
  readonly alerts: readonly string[]
  /** When set, the events arrive as listed and in no other order. */
  readonly latenessMs?: number
  readonly late?: number
  /** True when time does not continue after the last event. */
  readonly stayOpen?: boolean
}

const byUser = { by: 'user', in: '10s' }
const ON_TIME = 0

const counting: readonly Case[] = [
  {
    name: 'a count fires with the event that crosses its bound',
    rules: [count('burst', 'login', byUser, { gte: 3 })],
    events: ['0s a login user=ann', '1s b login user=ann', '2s c login user=ann'],
    alerts: ['burst ann at 2s: a b c = 3'],
  },
  {
    name: 'a count fires at once, without waiting for time to pass',
    rules: [count('burst', 'login', byUser, { gte: 2 })],
    events: ['0s a login user=ann', '1s b login user=ann'],
    alerts: ['burst ann at 1s: a b = 2'],
    stayOpen: true,
  },
  {
    name: 'gt is one more than gte',
    rules: [count('more', 'login', byUser, { gt: 2 })],
    events: ['0s a login user=ann', '1s b login user=ann', '10s - -', '20s c login user=bob'],
    alerts: [],
  },
  {
    name: 'both ends of a window belong to it',
    rules: [count('pair', 'login', byUser, { gte: 2 })],
    events: ['2s a login user=ann', '12s b login user=ann'],
    alerts: ['pair ann at 12s: a b = 2'],
  },
  {
    name: 'a millisecond more than the window is outside',
    rules: [count('pair', 'login', byUser, { gte: 2 })],
    events: ['2s a login user=ann', '12001ms b login user=ann'],
    alerts: [],
  },
  {
    name: 'a burst over the edge of a span is one window',
    rules: [count('burst', 'login', byUser, { gte: 4 })],
    events: ['8s a login user=ann', '9s b login user=ann', '11s c login user=ann', '12s d login user=ann'],
    alerts: ['burst ann at 12s: a b c d = 4'],
  },
  {
    name: 'a burst fires once a span, and says that it goes on',
    rules: [count('burst', 'login', byUser, { gte: 2 })],
    events: [
      '7s a login user=ann',
      '8s b login user=ann',
      '9s c login user=ann',
      '11s d login user=ann',
      '12s e login user=ann',
    ],
    alerts: ['burst ann at 8s: a b = 2', 'burst ann at 11s: a b c d = 4 continues'],
  },
  {
    name: 'a second burst after a quiet span is new',
    rules: [count('burst', 'login', byUser, { gte: 2 })],
    events: ['1s a login user=ann', '2s b login user=ann', '31s c login user=ann', '32s d login user=ann'],
    alerts: ['burst ann at 2s: a b = 2', 'burst ann at 32s: c d = 2'],
  },
  {
    name: 'events of one millisecond come in together',
    rules: [count('burst', 'login', byUser, { gte: 2 })],
    events: ['1s c login user=ann', '1s a login user=ann', '1s b login user=ann'],
    alerts: ['burst ann at 1s: a b c = 3'],
  },
  {
    name: 'an upper bound is judged for a whole span, when it is closed',
    rules: [count('few', 'beat', { by: 'host', in: '10s' }, { lt: 2 })],
    events: ['1s a beat host=x', '2s b beat host=x', '11s c beat host=x'],
    alerts: ['few x at 19.999s: c = 1'],
  },
  {
    name: 'an upper bound is not judged before its span is closed',
    rules: [count('few', 'beat', { by: 'host', in: '10s' }, { lt: 2 })],
    events: ['1s a beat host=x', '9s - -'],
    alerts: [],
    latenessMs: ON_TIME,
    stayOpen: true,
  },
  {
    name: 'a range is judged for a whole span: passing through it is not enough',
    rules: [count('range', 'login', byUser, { gt: 1, lte: 2 })],
    events: [
      '1s a login user=ann',
      '2s b login user=ann',
      '3s c login user=ann',
      '1s d login user=bob',
      '2s e login user=bob',
    ],
    alerts: ['range bob at 9.999s: d e = 2'],
  },
  {
    name: 'eq and neq are judged for a whole span',
    rules: [count('two', 'login', byUser, { eq: 2 }), count('other', 'login', byUser, { neq: 2 })],
    events: ['1s a login user=ann', '2s b login user=ann', '1s c login user=bob'],
    alerts: ['other bob at 9.999s: c = 1', 'two ann at 9.999s: a b = 2'],
  },
]

const grouping: readonly Case[] = [
  {
    name: 'groups do not add up',
    rules: [count('burst', 'login', byUser, { gte: 2 })],
    events: ['0s a login user=ann', '1s b login user=bob', '2s c login user=ann'],
    alerts: ['burst ann at 2s: a c = 2'],
  },
  {
    name: 'all fields of the group must be equal, and their parts do not run together',
    rules: [count('burst', 'login', { by: 'user host', in: '10s' }, { gte: 2 })],
    events: ['0s a login user=an host=nx', '1s b login user=ann host=x', '2s c login user=an host=nx'],
    alerts: ['burst an/nx at 2s: a c = 2'],
  },
  {
    name: 'without a group all events are one',
    rules: [count('burst', 'login', { in: '10s' }, { gte: 2 })],
    events: ['0s a login user=ann', '1s b login user=bob'],
    alerts: ['burst  at 1s: a b = 2'],
  },
  {
    name: 'an event without a field of the group belongs to none',
    rules: [count('burst', 'login', byUser, { gte: 2 })],
    events: ['0s a login host=x', '1s b login host=x', '2s c login user=ann'],
    alerts: [],
  },
  {
    name: 'aliases: one key, named differently by each feed',
    rules: [
      temporal('talk', 'error conn', {
        by: [
          { name: 'internal_ip', fields: ['dst', 'src'] },
          { name: 'remote_ip', fields: ['src', 'dst'] },
        ],
        in: '10s',
      }),
    ],
    events: ['0s a error src=r dst=i', '1s b conn src=r dst=i', '2s c conn src=i dst=r'],
    alerts: ['talk i/r at 2s: a c'],
  },
  {
    name: 'a base rule shared by windows feeds each of them',
    rules: [count('two', 'login', byUser, { gte: 2 }), distinct('hosts', 'login', ['host'], byUser, { gte: 2 })],
    events: ['0s a login user=ann host=x', '1s b login user=ann host=x', '2s c login user=ann host=y'],
    alerts: ['two ann at 1s: a b = 2', 'hosts ann at 2s: a b c = 2'],
  },
  {
    name: 'an event that matches two feeds of a count is one event',
    rules: [count('either', 'login admin', byUser, { gte: 2 })],
    events: ['0s a login,admin user=ann', '20s b login user=bob', '21s c admin user=bob'],
    alerts: ['either bob at 21s: b c = 2'],
  },
]

const measuring: readonly Case[] = [
  {
    name: 'distinct values count once, events without one not at all',
    rules: [distinct('spray', 'fail', ['user'], { by: 'ip', in: '10s' }, { gte: 3 })],
    events: [
      '0s a fail ip=1 user=ann',
      '1s b fail ip=1 user=ann',
      '2s c fail ip=1',
      '3s d fail ip=1 user=bob',
      '4s e fail ip=1 user=cat',
    ],
    alerts: ['spray 1 at 4s: a b d e = 3'],
  },
  {
    name: 'a distinct value leaves with the last event that has it',
    rules: [distinct('spray', 'fail', ['user'], { by: 'ip', in: '10s' }, { gte: 3 })],
    events: [
      '0s a fail ip=1 user=ann',
      '5s b fail ip=1 user=bob',
      '6s c fail ip=1 user=ann',
      '16s d fail ip=1 user=cat',
      '17s e fail ip=1 user=bob',
    ],
    alerts: [],
  },
  {
    name: 'distinct over two fields counts pairs',
    rules: [distinct('pairs', 'fail', ['user', 'host'], { in: '10s' }, { gte: 3 })],
    events: [
      '0s a fail user=a host=bc',
      '1s b fail user=ab host=c',
      '2s c fail user=a host=bc',
      '3s d fail user=a host=c',
    ],
    alerts: ['pairs  at 3s: a b c d = 3'],
  },
  {
    name: 'a sum crosses its bound, also one of decimals that do not add up in doubles',
    rules: [aggregate('bytes', 'flow', { of: 'sum', fields: ['n'] }, byUser, { gte: 1 })],
    events: [...'abcdefghij'].map((uid, i) => `${i}s ${uid} flow user=ann n=0.1`),
    alerts: ['bytes ann at 9s: a b c d e f g h i j = 1'],
  },
  {
    name: 'what is no number, and a negative term of a sum, is not measured',
    rules: [aggregate('bytes', 'flow', { of: 'sum', fields: ['n'] }, byUser, { gt: 10 })],
    events: [
      '0s a flow user=ann n=8',
      '1s b flow user=ann n=0x10',
      '2s c flow user=ann n=-5',
      '3s d flow user=ann n=3',
    ],
    alerts: ['bytes ann at 3s: a d = 11'],
  },
  {
    name: 'the largest above a bound fires at once, the smallest above one when its span is closed',
    rules: [
      aggregate('peak', 'load', { of: 'max', fields: ['n'] }, { by: 'host', in: '10s' }, { gt: 90 }),
      aggregate('floor', 'load', { of: 'min', fields: ['n'] }, { by: 'host', in: '10s' }, { gt: 50 }),
    ],
    events: ['0s a load host=x n=60', '1s b load host=x n=95', '12s c load host=x n=40', '13s d load host=x n=70'],
    alerts: ['peak x at 1s: a b = 95', 'floor x at 9.999s: a b = 60'],
  },
  {
    name: 'the smallest below a bound fires at once, the largest below one when its span is closed',
    rules: [
      aggregate('dip', 'load', { of: 'min', fields: ['n'] }, { by: 'host', in: '10s' }, { lte: 5 }),
      aggregate('calm', 'load', { of: 'max', fields: ['n'] }, { by: 'host', in: '10s' }, { lt: 50 }),
    ],
    events: ['0s a load host=x n=40', '1s b load host=x n=5', '12s c load host=x n=60'],
    alerts: ['dip x at 1s: a b = 5', 'calm x at 9.999s: a b = 40'],
  },
  {
    name: 'an average is that of a whole span',
    rules: [aggregate('avg', 'load', { of: 'avg', fields: ['n'] }, { by: 'host', in: '10s' }, { gt: 50 })],
    events: ['0s a load host=x n=90', '1s b load host=x n=10', '10s c load host=x n=10', '19s d load host=x n=91'],
    alerts: ['avg x at 19.999s: c d = 50.5'],
  },
  {
    name: 'a percentile lies between the two nearest ranks',
    rules: [
      aggregate(
        'median',
        'load',
        { of: 'percentile', fields: ['n'], percentile: 50 },
        { by: 'host', in: '10s' },
        { gte: 25 },
      ),
    ],
    events: [
      '0s a load host=x n=10',
      '1s b load host=x n=40',
      '2s c load host=x n=30',
      '3s d load host=x n=20',
      '3s e load host=y n=24',
    ],
    alerts: ['median x at 9.999s: a b c d = 25'],
  },
  {
    name: 'a low percentile finds spans whose small values are small',
    rules: [
      aggregate(
        'low',
        'load',
        { of: 'percentile', fields: ['n'], percentile: 1 },
        { by: 'host', in: '10s' },
        { lte: 1 },
      ),
    ],
    events: ['0s a load host=x n=1', '1s b load host=x n=1', '2s c load host=x n=90', '3s d load host=y n=2'],
    alerts: ['low x at 9.999s: a b c = 1'],
  },
]

const temporals: readonly Case[] = [
  {
    name: 'feeds together fire in any order',
    rules: [temporal('recon', 'who net sys', { by: 'host', in: '10s' })],
    events: ['0s a sys host=x', '1s b who host=x', '2s c who host=x', '5s d net host=x'],
    alerts: ['recon x at 5s: a b c d'],
  },
  {
    name: 'feeds further apart than the window do not fire',
    rules: [temporal('recon', 'who net', { by: 'host', in: '10s' })],
    events: ['0s a who host=x', '11s b net host=x', '30s c who host=y', '30s d net host=z'],
    alerts: [],
  },
  {
    name: 'one event may be all feeds of an unordered window',
    rules: [temporal('both', 'who net', { by: 'host', in: '10s' })],
    events: ['3s a who,net host=x'],
    alerts: ['both x at 3s: a'],
  },
  {
    name: 'a condition over feeds',
    rules: [
      temporal(
        'some',
        'who net sys',
        { by: 'host', in: '10s' },
        {
          condition: {
            kind: 'and',
            of: [
              { kind: 'feed', feed: 0 },
              {
                kind: 'or',
                of: [
                  { kind: 'feed', feed: 1 },
                  { kind: 'feed', feed: 2 },
                ],
              },
            ],
          },
        },
      ),
    ],
    events: ['0s a net host=x', '1s b sys host=x', '2s c who host=x', '2s d net host=y', '3s e sys host=y'],
    alerts: ['some x at 2s: a b c'],
  },
  {
    name: 'in order: the other order does not fire',
    rules: [temporal('then', 'fail ok', byUser, { ordered: true })],
    events: ['0s a ok user=ann', '1s b fail user=ann', '2s c fail user=bob', '3s d ok user=bob'],
    alerts: ['then bob at 3s: c d'],
  },
  {
    name: 'in order: the youngest chain is the evidence, others do not matter',
    rules: [temporal('then', 'a b c', { by: 'host', in: '10s' }, { ordered: true })],
    events: ['0s 1 a host=x', '2s 2 b host=x', '4s 3 a host=x', '5s 4 b host=x', '6s 5 a host=x', '9s 6 c host=x'],
    alerts: ['then x at 9s: 3 4 6'],
  },
  {
    name: 'in order: both ends of the window belong to it, and a millisecond more does not',
    rules: [temporal('then', 'fail ok', byUser, { ordered: true })],
    events: ['0s a fail user=ann', '10s b ok user=ann', '0s c fail user=bob', '10001ms d ok user=bob'],
    alerts: ['then ann at 10s: a b'],
  },
  {
    name: 'in order: events of one millisecond stand in the order of the feeds',
    rules: [temporal('then', 'fail ok', byUser, { ordered: true })],
    events: ['1s a ok user=ann', '1s b fail user=ann'],
    alerts: ['then ann at 1s: b a'],
  },
  {
    name: 'in order: a chain fires with its last event and not again with others that are near',
    rules: [temporal('then', 'fail ok', byUser, { ordered: true })],
    events: ['8s a fail user=ann', '9s b ok user=ann', '11s c fail user=ann', '21s d ok user=ann'],
    alerts: ['then ann at 9s: a b', 'then ann at 21s: c d'],
  },
  {
    name: 'in order: one event is not two of the chain',
    rules: [temporal('then', 'fail ok', byUser, { ordered: true })],
    events: ['1s a fail,ok user=ann', '21s b fail,ok user=bob', '22s c fail,ok user=bob'],
    alerts: ['then bob at 22s: b c'],
  },
]

const without = temporal(
  'alone',
  'stop start',
  { by: 'host', in: '10s' },
  {
    condition: {
      kind: 'and',
      of: [
        { kind: 'feed', feed: 0 },
        { kind: 'not', of: { kind: 'feed', feed: 1 } },
      ],
    },
  },
)

const negations: readonly Case[] = [
  {
    name: 'a negated feed after the event keeps the window from firing, to its very end',
    rules: [without],
    events: ['0s a stop host=x', '10s b start host=x'],
    alerts: [],
  },
  {
    name: 'a negated feed before the event keeps the window from firing',
    rules: [without],
    events: ['0s b start host=x', '10s a stop host=x'],
    alerts: [],
  },
  {
    name: 'a negation fires at the end of its proof',
    rules: [without],
    events: ['1s a stop host=x', '11001ms b start host=x'],
    alerts: ['alone x at 11s: a'],
  },
  {
    name: 'a negation does not fire before its window is closed',
    rules: [without],
    events: ['1s a stop host=x', '11s - -'],
    alerts: [],
    latenessMs: ON_TIME,
    stayOpen: true,
  },
  {
    name: 'a negation fires when the watermark is past its window, without another event of the group',
    rules: [without],
    events: ['1s a stop host=x', '11001ms - -', '12s - -'],
    alerts: ['alone x at 11s: a'],
    latenessMs: ON_TIME,
    stayOpen: true,
  },
  {
    name: 'a late event takes a negation back that was not proven yet',
    rules: [without],
    events: ['1s a stop host=x', '14s - -', '5s b start host=x', '60s - -'],
    alerts: [],
    latenessMs: msOf('10s'),
  },
]

const sequences: readonly Case[] = [
  {
    name: 'a sequence: steps in order by key',
    rules: [sequence('seq', 'proc net', 'host', '10s')],
    events: ['0s a proc host=x', '1s b net host=y', '2s c net host=x', '3s d net host=x'],
    alerts: ['seq x at 2s: a c'],
  },
  {
    name: 'a sequence: every completion fires, the youngest beginning is taken',
    rules: [sequence('seq', 'proc net', 'host', '10s')],
    events: ['0s a proc host=x', '1s b proc host=x', '2s c net host=x', '3s d proc host=x', '4s e net host=x'],
    alerts: ['seq x at 2s: b c', 'seq x at 4s: d e'],
  },
  {
    name: 'maxspan holds from the first to the last step, both ends included',
    rules: [sequence('seq', 'a b c', 'host', '10s')],
    events: [
      '0s 1 a host=x',
      '5s 2 b host=x',
      '10s 3 c host=x',
      '0s 4 a host=y',
      '5s 5 b host=y',
      '10001ms 6 c host=y',
    ],
    alerts: ['seq x at 10s: 1 2 3'],
  },
  {
    name: 'an optional key may be missing: those without it are of one group, and of none with a value, an empty one too',
    rules: [sequence('seq', 'proc net', '?user host', '10s')],
    events: [
      '0s a proc host=x',
      '1s b net user=ann host=x',
      '2s c net user= host=x',
      '3s d net host=y',
      '4s e net host=x',
      '5s f proc user=ann host=x',
      '6s g net user=ann host=x',
    ],
    alerts: ['seq /x at 4s: a e', 'seq ann/x at 6s: f g'],
  },
  {
    name: 'an optional key alone, and a key that must be there beside it',
    rules: [sequence('alone', 'a b', '?user', '10s'), sequence('both', 'a b', '?user host', '10s')],
    events: ['0s 1 a', '1s 2 b', '2s 3 a user=0:', '3s 4 b user=0:'],
    alerts: ['alone  at 1s: 1 2', 'alone 0: at 3s: 3 4'],
  },
  {
    name: 'a sample with an optional key',
    rules: [sequence('sample', 'a b', '?user', null, false)],
    events: ['0s 1 a', '1s 2 b user=ann', '2s 3 b'],
    alerts: ['sample  at 2s: 1 3'],
  },
  {
    name: 'a sequence without maxspan waits',
    rules: [sequence('seq', 'a b', 'host', null)],
    events: ['0s 1 a host=x', '86400s 2 b host=x'],
    alerts: ['seq x at 86400s: 1 2'],
  },
  {
    name: 'until ends what it meets, by key',
    rules: [sequence('seq', 'a b | stop', 'host', '10s')],
    events: [
      '0s 1 a host=x',
      '0s 2 a host=y',
      '1s 3 stop host=x',
      '2s 4 b host=x',
      '2s 5 b host=y',
      '3s 6 a host=x',
      '4s 7 b host=x',
    ],
    alerts: ['seq y at 2s: 2 5', 'seq x at 4s: 6 7'],
  },
  {
    name: 'until at the moment of the last step comes after it',
    rules: [sequence('seq', 'a b | stop', 'host', '10s')],
    events: [
      '0s 1 a host=x',
      '1s 2 stop host=x',
      '1s 3 b host=x',
      '2s 4 a host=x',
      '3s 5 b host=x',
      '3s 6 stop host=x',
    ],
    alerts: ['seq x at 1s: 1 3', 'seq x at 3s: 4 5'],
  },
  {
    name: 'until ends no sequence that is complete and waits for its proof',
    rules: [sequence('seq', 'a !b | stop', 'host', '10s')],
    events: ['0s 1 a host=x', '1s 2 stop host=x', '0s 3 a host=y', '1s 4 stop host=y', '2s 5 b host=y'],
    alerts: ['seq x at 10s: 1'],
  },
  {
    name: 'runs: so many of a step',
    rules: [sequence('seq', 'fail*3 ok', 'user', '10s')],
    events: [
      '0s 1 fail user=a',
      '1s 2 fail user=a',
      '2s 3 ok user=a',
      '3s 4 fail user=a',
      '4s 5 fail user=a',
      '5s 6 ok user=a',
    ],
    alerts: ['seq a at 5s: 2 4 5 6'],
  },
  {
    name: 'a missing step between two: it must not come, and need not be waited for',
    rules: [sequence('seq', 'a !b c', 'host', '10s')],
    events: ['0s 1 a host=x', '1s 2 b host=x', '2s 3 c host=x', '0s 4 a host=y', '2s 5 c host=y', '3s 6 b host=y'],
    alerts: ['seq y at 2s: 4 5'],
  },
  {
    name: 'a missing step at the end is proven when maxspan is over',
    rules: [sequence('seq', 'a b !c', 'host', '10s')],
    events: [
      '0s 1 a host=x',
      '1s 2 b host=x',
      '10s 3 c host=x',
      '0s 4 a host=y',
      '1s 5 b host=y',
      '10001ms 6 c host=y',
    ],
    alerts: ['seq y at 10s: 4 5'],
  },
  {
    name: 'a missing step at the end does not fire before it is proven',
    rules: [sequence('seq', 'a !b', 'host', '10s')],
    events: ['1s 1 a host=x', '11s - -'],
    alerts: [],
    latenessMs: ON_TIME,
    stayOpen: true,
  },
  {
    name: 'a missing step at the end fires when time has passed, without another event',
    rules: [sequence('seq', 'a !b', 'host', '10s')],
    events: ['1s 1 a host=x', '11001ms - -', '12s - -'],
    alerts: ['seq x at 11s: 1'],
    latenessMs: ON_TIME,
    stayOpen: true,
  },
  {
    name: 'a missing step at the beginning looks back by maxspan from the last step',
    rules: [sequence('seq', '!a b c', 'host', '10s')],
    events: [
      '0s 1 a host=x',
      '9s 2 b host=x',
      '10s 3 c host=x',
      '0s 4 a host=y',
      '9s 5 b host=y',
      '10001ms 6 c host=y',
      '0s 7 b host=z',
      '1s 8 a host=z',
      '2s 9 c host=z',
    ],
    alerts: ['seq z at 2s: 7 9', 'seq y at 10.001s: 5 6'],
  },
  {
    name: 'a step that follows a missing one takes the place of the one before it',
    rules: [sequence('seq', '!a b c', 'host', '10s')],
    events: ['0s 1 b host=x', '1s 2 a host=x', '2s 3 b host=x', '3s 4 c host=x'],
    alerts: [],
  },
  {
    name: 'missing steps at both ends: not both of them within maxspan',
    rules: [sequence('seq', '!a b !c', 'host', '10s')],
    events: [
      '0s 1 a host=w',
      '1s 2 b host=w',
      '10s 3 c host=w',
      '0s 4 a host=x',
      '1s 5 b host=x',
      '10001ms 6 c host=x',
      '0s 7 b host=y',
      '1s 8 c host=y',
      '0s 9 a host=z',
      '10001ms 10 b host=z',
      '11s 11 c host=z',
    ],
    alerts: ['seq y at 0s: 7', 'seq x at 10s: 5', 'seq z at 10.001s: 10'],
  },
  {
    name: 'missing steps at both ends do not fire before it is proven',
    rules: [sequence('seq', '!a b !c', 'host', '10s')],
    events: ['0s 1 a host=x', '1s 2 b host=x', '10s - -'],
    alerts: [],
    latenessMs: ON_TIME,
    stayOpen: true,
  },
  {
    name: 'missing steps at both ends and between, each in its place only',
    rules: [sequence('seq', '!a b !c d !e', 'host', '10s')],
    events: [
      '0s 1 b host=x',
      '1s 2 a host=x',
      '2s 3 e host=x',
      '3s 4 d host=x',
      '4s 5 c host=x',
      '0s 6 b host=y',
      '1s 7 c host=y',
      '2s 8 d host=y',
      '0s 9 a host=z',
      '1s 10 b host=z',
      '2s 11 d host=z',
      '10s 12 e host=z',
    ],
    alerts: ['seq x at 3s: 1 4'],
  },
  {
    name: 'two missing steps side by side: neither may come, in whatever order',
    rules: [sequence('between', 'a !b !c d', 'host', '10s'), sequence('before', '!b !c d', 'host', '10s')],
    events: ['0s 1 a host=x', '1s 2 c host=x', '2s 3 d host=x', '0s 4 a host=y', '2s 5 d host=y'],
    alerts: ['before y at 2s: 5', 'between y at 2s: 4 5'],
  },
  {
    name: 'one event is not two steps of a sequence',
    rules: [sequence('seq', 'a b', 'host', '10s')],
    events: ['0s 1 a,b host=x', '20s 2 a,b host=y', '21s 3 a,b host=y'],
    alerts: ['seq y at 21s: 2 3'],
  },
  {
    name: 'a sequence over several keys takes the same values of all',
    rules: [sequence('seq', 'a b', 'host user', '10s')],
    events: ['0s 1 a host=x user=u', '1s 2 b host=x user=v', '2s 3 b host=x user=u'],
    alerts: ['seq x/u at 2s: 1 3'],
  },
  {
    name: 'a sample takes its steps in any order',
    rules: [sequence('sample', 'a b', 'host', null, false)],
    events: ['0s 1 b host=x', '3600s 2 a host=x', '3600s 3 a host=y'],
    alerts: ['sample x at 3600s: 1 2'],
  },
]

const chains: readonly Case[] = [
  {
    name: 'a chain: many failures, then a success of the same user',
    rules: [count('many', 'fail', byUser, { gte: 2 }), temporal('breach', 'many ok', byUser, { ordered: true })],
    events: ['0s a fail user=ann', '1s b fail user=ann', '2s c ok user=ann', '3s d ok user=bob'],
    alerts: ['many ann at 1s: a b = 2', 'breach ann at 2s: many@1s c'],
  },
  {
    name: 'a chain is the same in whatever order its rules stand',
    rules: [temporal('breach', 'many ok', byUser, { ordered: true }), count('many', 'fail', byUser, { gte: 2 })],
    events: ['0s a fail user=ann', '1s b fail user=ann', '2s c ok user=ann'],
    alerts: ['many ann at 1s: a b = 2', 'breach ann at 2s: many@1s c'],
  },
  {
    name: 'a chain does not fire when the success came before the failures were many',
    rules: [count('many', 'fail', byUser, { gte: 2 }), temporal('breach', 'many ok', byUser, { ordered: true })],
    events: ['0s a fail user=ann', '1s c ok user=ann', '2s b fail user=ann'],
    alerts: ['many ann at 2s: a b = 2'],
  },
  {
    name: 'an alert belongs to every group of the next window that one of its events belongs to',
    rules: [
      distinct('spray', 'fail', ['user'], { by: 'host', in: '10s' }, { gte: 3 }),
      temporal('breach', 'spray ok', byUser, { ordered: true }),
    ],
    events: [
      '0s a fail host=x user=ann',
      '1s b fail host=x user=bob',
      '2s c fail host=x user=cat',
      '3s d ok user=bob',
      '4s e ok user=dan',
    ],
    alerts: ['spray x at 2s: a b c = 3', 'breach bob at 3s: spray@2s d'],
  },
  {
    name: 'a chain without a group takes the alerts of all groups, and of none',
    rules: [
      count('many', 'fail', byUser, { gte: 2 }),
      distinct('users', 'many', ['user'], { in: '60s' }, { gte: 2 }),
      temporal('breach', 'users ok', { in: '60s' }, { ordered: true }),
      temporal('own', 'users ok', byUser, { ordered: true }),
    ],
    events: [
      '0s a fail user=ann',
      '1s b fail user=bob',
      '2s c fail user=ann',
      '3s d fail user=bob',
      '4s e ok user=cat',
      '5s f ok user=ann',
    ],
    alerts: [
      'many ann at 2s: a c = 2',
      'many bob at 3s: b d = 2',
      'users  at 3s: many@2s many@3s = 2',
      'breach  at 4s: users@3s e',
      'own ann at 5s: users@3s f',
    ],
  },
  {
    name: 'a chain of three, through aliases',
    rules: [
      count('many', 'fail', { by: [{ name: 'who', fields: ['user'] }], in: '10s' }, { gte: 2 }),
      count('often', 'many', { by: [{ name: 'whom', fields: ['who'] }], in: '60s' }, { gte: 2 }),
      temporal('breach', 'often ok', { by: [{ name: 'person', fields: ['whom', 'account'] }], in: '60s' }),
    ],
    events: [
      '0s a fail user=ann',
      '1s b fail user=ann',
      '30s c fail user=ann',
      '31s d fail user=ann',
      '40s e ok account=ann',
    ],
    alerts: [
      'many ann at 1s: a b = 2',
      'many ann at 31s: c d = 2',
      'often ann at 31s: many@1s many@31s = 2',
      'breach ann at 40s: often@31s e',
    ],
  },
  {
    name: 'a chain over a window that is judged when closed',
    rules: [
      aggregate('avg', 'load', { of: 'avg', fields: ['n'] }, { by: 'host', in: '10s' }, { gt: 50 }),
      count('hot', 'avg', { by: 'host', in: '20s' }, { gte: 2 }),
    ],
    events: ['1s a load host=x n=60', '11s b load host=x n=70'],
    alerts: [
      'avg x at 9.999s: a = 60',
      'avg x at 19.999s: b = 70 continues',
      'hot x at 19.999s: avg@9.999s avg@19.999s = 2',
    ],
  },
]

const arrivals: readonly Case[] = [
  {
    name: 'a late event that completes a count in the past fires there',
    rules: [count('burst', 'login', byUser, { gte: 3 })],
    events: ['0s a login user=ann', '2s b login user=ann', '25s - -', '1s c login user=ann'],
    alerts: ['burst ann at 2s: a c b = 3'],
    latenessMs: msOf('30s'),
  },
  {
    name: 'a late event that moves a crossing to an earlier moment changes the alert, not its number',
    rules: [count('burst', 'login', byUser, { gte: 2 })],
    events: ['1s a login user=ann', '4s b login user=ann', '2s c login user=ann'],
    alerts: ['burst ann at 2s: a c = 2'],
    latenessMs: msOf('30s'),
  },
  {
    name: 'an event as late as the lateness is taken in',
    rules: [count('burst', 'login', byUser, { gte: 2 })],
    events: ['0s a login user=ann', '10s - -', '0s b login user=ann'],
    alerts: ['burst ann at 0s: a b = 2'],
    latenessMs: msOf('10s'),
    late: 0,
  },
  {
    name: 'a later one is counted and not taken in',
    rules: [count('burst', 'login', byUser, { gte: 2 })],
    events: ['0s a login user=ann', '10001ms - -', '0s b login user=ann'],
    alerts: [],
    latenessMs: msOf('10s'),
    late: 1,
  },
  {
    name: 'a chain waits until its alert cannot change: an event that is as late as can be is still among its members',
    rules: [
      distinct('spray', 'fail', ['user'], { by: 'host', in: '10s' }, { gte: 2 }),
      temporal('breach', 'spray ok', byUser, { ordered: true }),
    ],
    events: [
      '0s a fail host=x user=ann',
      '1s b fail host=x user=bob',
      '11s x fail host=x user=ann',
      '1s c fail host=x user=cat',
      '5s d ok user=cat',
      '60s - -',
    ],
    alerts: ['spray x at 1s: a b c = 3', 'breach cat at 5s: spray@1s d', 'spray x at 11s: b c x = 3 continues'],
    latenessMs: msOf('10s'),
  },
  {
    name: 'a missing step at the beginning is remembered after its moment is settled',
    rules: [sequence('seq', '!a b c', 'host', '10s')],
    events: ['0s 1 a host=x', '2s - -', '3s - -', '5s 2 b host=x', '6s 3 c host=x'],
    alerts: [],
    latenessMs: ON_TIME,
  },
  {
    name: 'a late event between two of a sequence has its place',
    rules: [sequence('seq', 'a b c', 'host', '10s')],
    events: ['0s 1 a host=x', '2s 3 c host=x', '1s 2 b host=x', '30s - -'],
    alerts: ['seq x at 2s: 1 2 3'],
    latenessMs: msOf('5s'),
  },
]

export const CASES: readonly Case[] = [
  ...counting,
  ...grouping,
  ...measuring,
  ...temporals,
  ...negations,
  ...sequences,
  ...chains,
  ...arrivals,
]
