import { expect, test } from 'vitest'
import { faultText } from './fault-text.ts'

const faultOf = (reason: string) => faultText({ line: 1, column: 2, reason })

test.each([
  ['there is no table securityevent', 'line 1, column 2: there is no table securityevent; SecurityEvent is one'],
  ['there is no table Signin', /no table Signin; there is .*SigninLogs/],
  ['there is no table Sysmon', /no table Sysmon; there is SecurityEvent, DeviceProcessEvents/],
  ['= is not supported in an expression', 'line 1, column 2: = is not supported in an expression; == compares'],
  ['the function nosuch is not supported', 'line 1, column 2: the function nosuch is not supported'],
])('%s: the error names what to write instead, where that is known', (reason, text) => {
  expect(faultOf(reason)).toEqual(typeof text === 'string' ? text : expect.stringMatching(text))
})
