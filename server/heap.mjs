// Plain JavaScript: it also runs under the Node that installs the packages.

/**
 * A large machine lets Node put off its cleaning until 500 MB are taken. The shop needs half of that; a shop of millions
 * of pieces sets more by NODE_OPTIONS=--max-old-space-size=….
 *
 * A page that is made leaves some megabytes behind: where young objects have 32 MB, most are gone before they are looked
 * at. That takes 40 MB and saved some 5 % of a page's CPU, measured beside other work; with 16 MB nothing was gained over 8.
 */
export const shopMemory = ['--max-semi-space-size=32', '--max-old-space-size=1024']

/**
 * glibc gives every thread that allocates a part of memory of its own, which keeps what was freed: what pages are packed
 * with goes through four of them. With two parts a process holds some 45 MB less, and pages take as long
 * (`npm run faults -- soak`, docs/faults.md). Other libraries do not read it.
 */
export const shopAllocator = { MALLOC_ARENA_MAX: '2' }
