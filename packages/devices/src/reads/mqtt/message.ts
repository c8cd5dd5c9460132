import type { DeviceType } from '@heliograph/domain/device.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'

export type MqttMessage = Readonly<{ topic: string; payload: string }>

export type MqttDevice = Readonly<{
  /** Distinguishes the devices of a broker, and stays the same. */
  key: string
  serial: string
  type: DeviceType
  maker: string
  model?: string
  name?: string
  role?: 'grid' | 'load' | 'generation'
}>

/** A statement of one message about a device. */
export type MqttFact =
  /** In the base unit of the quantity. */
  | Readonly<{ device: MqttDevice; quantity: QuantityId; value: number }>
  /** One of several values that make up the quantity: the phases of a meter. They count when all are there. */
  | Readonly<{ device: MqttDevice; quantity: QuantityId; part: number; of: number; value: number }>
  /** A number whose meaning the owner states, with the likeliest. */
  | Readonly<{ device: MqttDevice; name: string; label?: string; unit?: string; value: number; guess?: Guess }>
  /** The value is not there any more, or the whole device is gone. */
  | Readonly<{ device: MqttDevice; gone: QuantityId | 'all' }>

/** A meaning of a number. */
export type Guess = Readonly<{ quantity: QuantityId; unit: string; isTurned?: boolean }>

/** Reads the messages of one convention; undefined: the message is of another. Never throws. */
export type Dialect = (message: MqttMessage) => readonly MqttFact[] | undefined

/** A decimal number as text, alone. */
export function toNumber(payload: string): number | undefined {
  return /^\s*[+-]?\d{1,18}(\.\d{1,12})?([eE][+-]?\d{1,2})?\s*$/.test(payload) ? Number(payload) : undefined
}

/** One value of a device, scaled to the base unit; nothing for text and for a total of 0. */
export function factOf(device: MqttDevice, quantity: QuantityId, raw: unknown, scale = 1): readonly MqttFact[] {
  const number = typeof raw === 'string' ? toNumber(raw) : raw
  if (typeof number !== 'number' || !Number.isFinite(number)) return []
  return [{ device, quantity, value: Number((number * scale).toPrecision(15)) + 0 }]
}
