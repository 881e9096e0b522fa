/** The address of an image that GitHub itself hosts: loading it tells nobody else anything. */
export const GITHUB_IMAGE = /https:\/\/(?:github\.com|[a-z0-9-]+\.githubusercontent\.com)\/[\w./%?=-]*/;
