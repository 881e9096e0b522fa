/** A request that GitHub would refuse, with the status and the body that GitHub would give. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: readonly FieldError[];

  constructor(status: number, message: string, errors: readonly FieldError[] = []) {
    super(message);
    this.status = status;
    this.errors = errors;
  }
}

export interface FieldError {
  resource: string;
  code: string;
  field?: string;
  message?: string;
}

export function notFound(message = 'Not Found'): Refusal {
  return new Refusal(404, message);
}

export function notAccessible(): Refusal {
  return new Refusal(403, 'Resource not accessible by integration');
}

export function unprocessable(message: string): Refusal {
  return new Refusal(422, message);
}

export function validationFailed(...errors: FieldError[]): Refusal {
  return new Refusal(422, 'Validation Failed', errors);
}

export function refusalBody(refusal: Refusal): Record<string, unknown> {
  const errors = refusal.errors.length > 0 && { errors: refusal.errors };
  return {
    message: refusal.message,
    ...errors,
    documentation_url: 'https://docs.github.com/rest',
    status: String(refusal.status),
  };
}
