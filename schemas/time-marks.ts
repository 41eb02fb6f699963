/** Time marks on the topics of stages that follow stream time. Schema: `avro/time-marks.avsc`. */
import { avroHeader, decodeAvro, encodeAvro } from './avro.ts'

export type TimeMark = {
  readonly partition: number
  /** Unix milliseconds. */
  readonly received_ms: number
  /** Tenants to which the mark does not apply. */
  readonly behind: readonly string[]
}

const HEADER = avroHeader('time-marks')

/** Any topic may contain time marks; the runtime handles them, and never passes them to a stage or sink. */
export function isTimeMarks(value: Buffer): boolean {
  return value.length >= HEADER.length && value.compare(HEADER, 0, HEADER.length, 0, HEADER.length) === 0
}

export function encodeTimeMarks(marks: readonly TimeMark[]): Buffer {
  return encodeAvro('time-marks', { marks })
}

export function decodeTimeMarks(value: Buffer): readonly TimeMark[] {
  return decodeAvro<{ marks: readonly TimeMark[] }>('time-marks', value).marks
}
