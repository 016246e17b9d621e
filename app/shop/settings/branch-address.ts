import type { Branch } from './settings.ts'

/** Where a branch is and how it is called up. */
export type BranchAddress = Pick<Branch, 'id' | 'name' | 'street' | 'postalCode' | 'city' | 'phone'>

/** What a page that shows where a branch is needs of it, and no more. */
export function branchAddress({ id, name, street, postalCode, city, phone }: Branch): BranchAddress {
  return { id, name, street, postalCode, city, phone }
}
