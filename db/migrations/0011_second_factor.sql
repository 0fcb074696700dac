CREATE TABLE "recovery_codes" (
	"uid" text NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_codes_uid_code_hash_pk" PRIMARY KEY("uid","code_hash")
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"uid" text PRIMARY KEY NOT NULL,
	"sealed_secret" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE no action ON UPDATE no action;