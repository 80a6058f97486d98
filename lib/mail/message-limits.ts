/** Bytes fetched of a header. */
export const headerBytesMax = 65_536;
/** Bytes fetched of a message, including its header. */
export const messageBytesMax = headerBytesMax + 262_144;
