import type { Attribute, PiecePart } from './attribute.ts'
import { availability } from './availability.ts'
import { bezel } from './bezel.ts'
import { bracelet, maxWrist } from './bracelet.ts'
import { branch } from './branch.ts'
import { brand } from './brand.ts'
import { caratWeight } from './carat-weight.ts'
import { caseMaterial } from './case.ts'
import { clasp } from './clasp.ts'
import { coin } from './coin.ts'
import type { Source } from './columns.ts'
import { complications } from './complications.ts'
import { condition } from './condition.ts'
import { conditionNotes } from './condition-notes.ts'
import { countryOfOrigin } from './country-of-origin.ts'
import { crystal } from './crystal.ts'
import { cut } from './cut.ts'
import { dial } from './dial.ts'
import { diameter, height } from './diameter.ts'
import { era } from './era.ts'
import { fineWeight } from './fine-weight.ts'
import { fineness } from './fineness.ts'
import { gemstone } from './gemstone.ts'
import { gender } from './gender.ts'
import { hallmarks } from './hallmarks.ts'
import { kind } from './kind.ts'
import { length } from './length.ts'
import { lugWidth } from './lug-width.ts'
import { metal } from './metal.ts'
import { model } from './model.ts'
import { calibre, movement } from './movement.ts'
import { polished } from './polished.ts'
import { price } from './price.ts'
import { rate } from './rate.ts'
import { reference } from './reference.ts'
import { replacedParts } from './replaced-parts.ts'
import { report } from './report.ts'
import { resizable, ringSize } from './ring-size.ts'
import { scope, scopeNotes } from './scope.ts'
import { serialMasked } from './serial.ts'
import { service } from './service.ts'
import { thickness } from './thickness.ts'
import { type } from './type.ts'
import type { FacetValue } from './values.ts'
import { waterResistance } from './water-resistance.ts'
import { weight } from './weight.ts'
import { width } from './width.ts'
import { years } from './year.ts'

/**
 * Every fact of a piece, each declared in a file of its own. The order is that of the segments in a listing's path;
 * ranges alone, as the price is, stand last there.
 */
export const attributes = [
  price,
  kind,
  type,
  brand,
  model,
  reference,
  condition,
  conditionNotes,
  availability,
  years,
  gender,
  scope,
  scopeNotes,
  countryOfOrigin,
  caseMaterial,
  diameter,
  height,
  thickness,
  lugWidth,
  movement,
  calibre,
  dial,
  crystal,
  bezel,
  bracelet,
  maxWrist,
  clasp,
  complications,
  rate,
  service,
  waterResistance,
  polished,
  replacedParts,
  serialMasked,
  metal,
  fineness,
  fineWeight,
  coin,
  hallmarks,
  report,
  gemstone,
  cut,
  caratWeight,
  ringSize,
  resizable,
  weight,
  length,
  width,
  era,
  branch,
] as const satisfies readonly Attribute[]

type Any = (typeof attributes)[number]

/** What a listing can be narrowed by. */
export type FilterId = Extract<Any, { filter: object }>['id']
/** The filters whose values are a fixed vocabulary. */
export type FacetId = Extract<Any, { filter: { values: readonly FacetValue[] } }>['id']
/** What may be filtered from–to. */
export type RangeId = Extract<Any, { filter: { range: object } }>['id']

type ValueOf<Of> = Of extends { source: Source<infer Value> } ? Value : never

/** The facts of a part of a piece, by the keys of their attributes. */
export type FactsOf<Where extends PiecePart> = {
  [Each in Extract<Any, { part: Where; key: string }> as Each['key']]: ValueOf<Each>
}

/** What a card shows of the facts. */
export type CardFacts = {
  [Each in Extract<Any, { card: true; key: string }> as Each['key']]: ValueOf<Each>
}
