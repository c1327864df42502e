/** English messages: http. */
import { counting } from '#lib/i18n/english.ts';

export const http = {
  /** What is wrong with one value. */
  wire: {
    otherKey: 'differs from x-api-key',
    twice: 'is sent more than once',
    noHostName: 'contains a character that is not allowed in a host name or port',
    notChunked: 'is not chunked',
    control: 'contains a control character',
    anotherFile: 'names another file than the one there is',
    beyondFile: ({ bytes }: { bytes: number }) =>
      `lies beyond the end of the file, which has ${counting(bytes, 'byte')}`,
  },
  http: {
    twoKeys: 'X-API-Key and Authorization carry different keys; send one of them.',
    bearer: 'The Authorization header must read: Bearer <your Pro key>.',
    noPath: ({ path }: { path: string }) =>
      `There is no ${path} here. The list of operations is at /docs and /openapi.json.`,
    worksOnly: 'This host works for others and answers no callers: ask one that serves.',
    otherMethod: ({ allow, method }: { allow: string; method: string }) => `This path accepts ${allow}, not ${method}.`,
    noHost: 'The header Host is missing.',
    noHostName: 'The header Host must be a name or an address, with a port if need be: example.ro:8080.',
    twice: ({ name }: { name: string }) => `Send the header ${name} once.`,
    otherTransfer: 'A body is sent with Content-Length, or with Transfer-Encoding: chunked and no other encoding.',
    noSlash: 'The path in the request line must begin with a slash.',
    manyConnections: 'Too many connections are open from your network. Close some, or use each for several requests.',
    manyRequests: 'Too many requests from your network are in progress at once. Try again in a second.',
    longAddress: ({ max }: { max: number }) => `The address may have at most ${max} characters.`,
    longHeaders: ({ max }: { max: number }) => `The headers may have at most ${counting(max, 'byte')} together.`,
    late: 'The request did not arrive in time. Send it again.',
    noProxy: 'This service is no proxy: it does not take CONNECT.',
    noHttp: 'This is not a well-formed HTTP request.',
    overloaded: 'The service is overloaded. Try again in a second.',
    ours: ({ id }: { id: string }) => `Internal error. Report it with the request id ${id}.`,
    answers: ({ types }: { types: string }) => `This operation answers with ${types}.`,
    elsewhere: 'This address leads to another site; only addresses of this service are followed.',
    anotherFile: ({ name }: { name: string }) =>
      `The file has changed: it is no longer the one that ${name} names. Ask for it again without ${name}.`,
    fileSize: ({ bytes }: { bytes: number }) => `The file has ${counting(bytes, 'byte')}.`,
  },
  /** Of bodies. */
  body: {
    asJson: 'Send the body as application/json in UTF-8.',
    notPlain: 'Send the body uncompressed: no Content-Encoding is accepted here.',
    noJson: 'The body is not valid JSON in UTF-8.',
    asForm: 'Send the body as application/x-www-form-urlencoded in UTF-8.',
    asMultipart: 'Send the body as multipart/form-data, with a boundary of 1 to 70 characters.',
    noMultipart: 'The body is not a complete multipart form.',
    notWhole: 'The body did not arrive in full. Send the request again.',
    late: ({ seconds }: { seconds: number }) =>
      `The body did not arrive in time: it may take ${counting(seconds, 'second')}.`,
    slow: ({ bytesPerSecond }: { bytesPerSecond: number }) =>
      `The body arrives too slowly: send at least ${counting(bytesPerSecond, 'byte')} a second.`,
    tooMany: 'Too many requests are being received at once. Try again in a second.',
    tooLarge: ({ max }: { max: number }) => `The body may have at most ${counting(max, 'byte')}.`,
    manyFields: ({ max }: { max: number }) => `The form may have at most ${counting(max, 'field')}.`,
    sendFields: ({ max }: { max: number }) => `Send at most ${counting(max, 'field')}.`,
    sendFiles: ({ max }: { max: number }) => `Send at most ${counting(max, 'file')}.`,
    longField: ({ max }: { max: number }) => `A field may have at most ${counting(max, 'byte')}.`,
    longFile: ({ max }: { max: number }) => `A file may have at most ${counting(max, 'byte')}.`,
  },
};
