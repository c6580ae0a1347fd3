# A headless Chromium, driven through its debugging pipe: it opens files, and says what is on the page, what it drew and what it
# asked for elsewhere.
package Browser;

use strict;
use warnings;
use Carp;
use IO::Handle;
use IO::Select;
use JSON::PP;
use POSIX ();
use Time::HiRes qw(time);

my $json = JSON::PP->new->utf8->allow_nonref;

# $folder: where the browser may keep what it likes.
sub new
{
	my ($class, $folder) = @_;
	my ($program) = grep { -x } map { ("/usr/bin/$_") } qw(chromium chromium-browser google-chrome);
	return unless $program;
	pipe(my $read_commands, my $commands) or croak "pipe: $!";
	pipe(my $answers, my $write_answers) or croak "pipe: $!";
	my $pid = fork() // croak "fork: $!";
	if (!$pid)
	{
		# The browser reads commands from descriptor 3 and writes answers to 4: out of the way first.
		my $in = POSIX::fcntl($read_commands, POSIX::F_DUPFD(), 20);
		my $out = POSIX::fcntl($write_answers, POSIX::F_DUPFD(), 20);
		POSIX::dup2($in, 3);
		POSIX::dup2($out, 4);
		open STDIN, '<', '/dev/null';
		open STDOUT, '>', "$folder/browser.out";
		open STDERR, '>&', \*STDOUT;
		$ENV{HOME} = $folder;
		exec $program, qw(--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --disable-extensions
			--disable-background-networking --remote-debugging-pipe), "--user-data-dir=$folder/profile", 'about:blank'
		  or POSIX::_exit(127);
	}
	close $read_commands;
	close $write_answers;
	$commands->autoflush(1);
	my $self = bless { pid => $pid, commands => $commands, answers => $answers, buffer => '', events => [], number => 0 }, $class;
	my $target = $self->ask('Target.createTarget', { url => 'about:blank' })->{targetId};
	$self->{session} = $self->ask('Target.attachToTarget', { targetId => $target, flatten => JSON::PP::true })->{sessionId};
	$self->ask("$_.enable") for qw(Page Runtime Network Log);
	return $self;
}

# The next message of the browser.
sub message
{
	my ($self) = @_;
	my $until = time + 60;
	while ($self->{buffer} !~ /\0/)
	{
		croak 'the browser does not answer' unless IO::Select->new($self->{answers})->can_read($until - time);
		sysread($self->{answers}, $self->{buffer}, 1 << 20, length $self->{buffer}) or croak 'the browser is gone';
	}
	$self->{buffer} =~ s/^(.*?)\0//s;
	return $json->decode($1);
}

# Sends a command and returns its result; events on the way are kept.
sub ask
{
	my ($self, $method, $parameters) = @_;
	my $number = ++$self->{number};
	my $command = { id => $number, method => $method, params => $parameters // {} };
	$command->{sessionId} = $self->{session} if $self->{session};
	print { $self->{commands} } $json->encode($command), "\0";
	while (1)
	{
		my $message = $self->message;
		push @{ $self->{events} }, $message if $message->{method};
		next unless ($message->{id} // 0) == $number;
		croak "$method: $message->{error}{message}" if $message->{error};
		return $message->{result};
	}
}

# Opens a file and waits until its scripts have run.
sub visit
{
	my ($self, $file) = @_;
	$self->{events} = [];
	$self->ask('Page.navigate', { url => "file://$file" });
	push @{ $self->{events} }, $self->message until grep { $_->{method} eq 'Page.loadEventFired' } @{ $self->{events} };
	return;
}

# The value of an expression on the page.
sub value
{
	my ($self, $expression) = @_;
	my $result = $self->ask('Runtime.evaluate', { expression => $expression, returnByValue => JSON::PP::true });
	croak "$expression: $result->{exceptionDetails}{exception}{description}" if $result->{exceptionDetails};
	return $result->{result}{value};
}

# What the page asked for since it was opened, but itself.
sub requests
{
	my ($self, $file) = @_;
	return grep { $_ ne "file://$file" } map { $_->{params}{request}{url} }
	  grep { $_->{method} eq 'Network.requestWillBeSent' } @{ $self->{events} };
}

# Errors of scripts, and what the page's policy forbade.
sub complaints
{
	my ($self) = @_;
	$self->value('1');
	return map { $_->{params}{entry}{text} // $_->{params}{exceptionDetails}{text} }
	  grep { $_->{method} =~ /^(?:Log\.entryAdded|Runtime\.exceptionThrown)$/ } @{ $self->{events} };
}

sub DESTROY
{
	my ($self) = @_;
	local ($?, $!, $@);
	return unless $self->{pid};
	eval { print { $self->{commands} } $json->encode({ id => 0, method => 'Browser.close' }), "\0" };
	close $self->{commands};
	close $self->{answers};
	waitpid($self->{pid}, 0);
	return;
}

1;
