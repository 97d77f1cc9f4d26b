import type * as z from 'zod/mini';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a call sends and what it answers. Access, audit and limits are the server's and stand at its route. */
export interface Endpoint {
  summary: string;
  /** The variables of the path, by their names in it. */
  params?: z.ZodMiniType;
  query?: z.ZodMiniType;
  /** The JSON body. */
  body?: z.ZodMiniType;
  /** The text fields of a multipart form with a file; without it the call takes no form. */
  form?: z.ZodMiniType;
  /** The body is bytes that the server reads as they arrive. */
  stream?: boolean;
  /** The answer's `data`; absent where the answer is a file or a stream. */
  answer?: z.ZodMiniType;
  /** The fields of the answer stand at the top level beside `success` instead of under `data`. */
  flat?: boolean;
  /** Status of success; 200 unless given. */
  status?: number;
}

/** Endpoints by method and path below /api, such as `GET /alerts/:id`: the same text names the call in server and console. */
export type Endpoints = Record<`${Method} /${string}`, Endpoint>;
