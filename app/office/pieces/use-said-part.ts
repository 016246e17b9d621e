import { use } from 'react'
import type { PartValue } from '#app/shop/stock/piece-parts.ts'
import { useFormats } from '../frame/use-formats.ts'
import { BranchNames } from './branch-names.ts'

/** A part of a piece in words: amounts are cents, branches are ids. */
export function useSaidPart() {
  const branches = use(BranchNames)
  const format = useFormats()
  return (value: PartValue) =>
    value === null ? '–' : typeof value === 'number' ? format.price(value) : (branches.get(value) ?? value)
}
