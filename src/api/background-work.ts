/** An input that the door did not wait for, or not any longer: nothing can be said of what would have been in it. */
import { ApiError } from './api-error.ts';

export class BodyNotReceived extends ApiError {}
