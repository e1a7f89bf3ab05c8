/**
 * Control characters, lone surrogates and noncharacters: not allowed in XML, and spreadsheets stop reading at some. Tab
 * and line breaks are allowed.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unwritable = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/gu

/** Text that every format can contain; other characters become �. */
export const writable = (text: string) => text.replace(unwritable, '\ufffd')
