CREATE TABLE "stored_contents" (
	"id" text PRIMARY KEY NOT NULL,
	"stored_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "photo_refused" boolean DEFAULT false NOT NULL;
