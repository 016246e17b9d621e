// Generated from the migrated database by `npm run tables`; not edited by hand.
// biome-ignore lint/complexity/noBannedTypes: filled by the generator
export type DB = {}
