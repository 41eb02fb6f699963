/** Marks of time on the topics of stages that ask for it. Schema: `avro/time-marks.avsc`. */
import { avroHeader, decodeAvro, encodeAvro } from './avro.ts'

export type TimeMark = {
  readonly partition: number
  /** Unix milliseconds. */
  readonly received_ms: number
  /** Tenants that it does not speak of. */
  readonly behind: readonly string[]
}

const HEADER = avroHeader('time-marks')

/** A record on any topic may be one; it is the runtime's, and no stage or sink is given it. */
export function isTimeMarks(value: Buffer): boolean {
  return value.length >= HEADER.length && value.compare(HEADER, 0, HEADER.length, 0, HEADER.length) === 0
}

export function encodeTimeMarks(marks: readonly TimeMark[]): Buffer {
  return encodeAvro('time-marks', { marks })
}

export function decodeTimeMarks(value: Buffer): readonly TimeMark[] {
  return decodeAvro<{ marks: readonly TimeMark[] }>('time-marks', value).marks
}
